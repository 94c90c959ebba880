/* From raw readings to what a well looks like: light that comes from our own lamps, averaged over 20 ms. */
#ifndef SENSE_H
#define SENSE_H

#include <stdbool.h>
#include <stdint.h>

#define NUMBER_SPOTS 6
#define COLOUR_LAMPS 3
#define SENSE_ROUNDS 20 /* one a millisecond: two whole waves of a lamp's 100 Hz */

/* A sensor pulls its input down from 1023 as light falls on it, and below this it cannot tell more from much. */
#define SENSE_BLIND 90

typedef struct {
    uint8_t channels;
    uint8_t rounds;
    bool blind;                  /* a sensor had all the light that it can tell: what was measured is not to be believed */
    uint16_t sums[NUMBER_SPOTS]; /* of 20 differences of up to 1023 each */
} sense_t;

void sense_start(sense_t *sense, uint8_t channels);

/* Takes a round: for each channel the reading (0-1023) with our lamp off and on. True when it was the last round. */
bool sense_round(sense_t *sense, const uint16_t *dark, const uint16_t *lit);

/* What was measured: one value 0-255 a channel, in steps of four counts. */
void sense_values(const sense_t *sense, uint8_t *values);

#endif
