/* What the sensors of a dice reader see: dice in wells under a thin acrylic sheet, our lamps, and the room's light.
 *
 * Lengths in millimetres, angles in degrees. Light is counted in converter steps by which a sensor pulls its input down
 * from 1023 (a 10 k resistor to 5 V), which it does down to OPTICS_FLOOR. */
#ifndef OPTICS_H
#define OPTICS_H

#include <stdbool.h>
#include <stdint.h>

#define OPTICS_SPOTS 6
#define OPTICS_LAMPS 3
#define OPTICS_FLOOR 62.0 /* 0.3 V: a phototransistor that conducts fully */

typedef struct {
    bool there;
    char face;           /* what lies below: 1-6 pips, 's' a printed shark, or r b g y k w */
    double dx, dy;       /* slop in the well */
    double turn;
    double tilt_x, tilt_y; /* a die that lies askew, on dirt or on an edge */
} optics_die_t;

typedef struct {
    optics_die_t number, colour;
    double sun;            /* steady light, in steps */
    double lamp;           /* amplitude of the room's lamps, 100 times a second, in steps */
    double noise;          /* standard deviation, in steps */
    double dust[OPTICS_SPOTS + 1]; /* 0 clean to 1 covered; the last is the colour well's */
    double gain;           /* of all our lamps, for their age and warmth: 1 is new */
    uint64_t random;
    double reflex[OPTICS_SPOTS], hue[OPTICS_LAMPS]; /* worked out of the dice, see optics_arrange */
} optics_t;

void optics_start(optics_t *optics, uint64_t seed);

/* To be called when dice or dust have changed. */
void optics_arrange(optics_t *optics);

/* What input A0-A7 reads, 0-1023, at a moment in microseconds. ``infrared``, ``lamps`` (bits: red, green, blue). */
uint16_t optics_read(optics_t *optics, uint8_t input, bool infrared, uint8_t lamps, uint64_t us);

/* A random number from 0 up to 1. */
double optics_chance(optics_t *optics);

#endif
