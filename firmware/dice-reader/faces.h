/* The faces that a reader has learned, and what a look at a well means by them.
 *
 * A well looks up at the face that a die lies on; what is learned is the face on top, as people see it. So two equal
 * faces can be told only where they lie opposite each other: else what lies below them is seen twice, for two faces. */
#ifndef FACES_H
#define FACES_H

#include <stdbool.h>
#include <stdint.h>

#include "sense.h"

#define NUMBER_SAMPLES 48
#define COLOUR_SAMPLES 24
#define FACE_UNKNOWN '\0'
#define FACE_EMPTY 'E'
#define MARGIN_NEEDED 25 /* per cent */

enum { WELL_NUMBER = 1, WELL_COLOUR = 2 };

/* Bytes only: it is stored as it stands. A sample is its face, '\0' where none is kept, and its values. */
typedef struct {
    uint8_t wells;      /* which wells are in use */
    uint8_t calibrated; /* which wells' emptiness is known */
    uint8_t empty_number[NUMBER_SPOTS];
    uint8_t empty_colour[COLOUR_LAMPS];
    uint8_t numbers[NUMBER_SAMPLES][1 + NUMBER_SPOTS];
    uint8_t colours[COLOUR_SAMPLES][1 + COLOUR_LAMPS];
} learned_t;

typedef struct {
    char face;      /* FACE_UNKNOWN, FACE_EMPTY, or a letter of faces_of */
    uint8_t margin; /* how much nearer than the next other face, in per cent of the latter's distance */
} seen_t;

typedef enum { LEARN_OK, LEARN_FULL, LEARN_SAME, LEARN_EMPTY } learn_t;

/* Nothing learned; both wells in use. */
void faces_clear(learned_t *learned);
void faces_forget(learned_t *learned, uint8_t well);

/* The letters of a die's faces: 123456S; r b g y k w. */
const char *faces_of(uint8_t well);

void faces_calibrate(learned_t *learned, uint8_t well, const uint8_t *values);

/* Keeps the values as a sample of a face. LEARN_SAME: they look like ``other``; LEARN_EMPTY: like the empty well. */
learn_t faces_learn(learned_t *learned, uint8_t well, char face, const uint8_t *values, char *other);

/* How many samples of a face are kept. */
uint8_t faces_count(const learned_t *learned, uint8_t well, char face);

/* Whether a well's emptiness and at least two faces are known. */
bool faces_ready(const learned_t *learned, uint8_t well);

seen_t faces_look(const learned_t *learned, uint8_t well, const uint8_t *values);

/* Whether every sample would be told right by the others; if not, the two faces that are mixed up. Samples of two
 * faces that look the same lie among each other, so nearly half of them would be told wrong. */
bool faces_told_apart(const learned_t *learned, uint8_t well, char mixed[2]);

#endif
