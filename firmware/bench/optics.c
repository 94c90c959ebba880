#include "optics.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define PITCH 4.0       /* of the pips, and of the sensors below them */
#define PIP 1.6         /* radius */
#define SPOT 1.1        /* radius of what a sensor looks at */
#define EDGE 8.0        /* half a die */
#define WHITE 0.80
#define INK 0.10
#define GLASS 0.06      /* what the acrylic itself sends back */
#define FULL 700.0      /* steps of light from a perfect white right on the acrylic */
#define RANGE 6.0       /* distance over which the light falls to a quarter */

/* Centre, three corners, two edges; on inputs A0-A3, A6, A7. */
static const double SPOTS[OPTICS_SPOTS][2] = {{0, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 0}, {0, -1}};

static const struct {
    char face;
    double hue[OPTICS_LAMPS]; /* of the light of a red, a green, a blue lamp */
} HUES[] = {
    {'r', {0.70, 0.10, 0.09}}, {'b', {0.09, 0.16, 0.55}}, {'g', {0.11, 0.45, 0.14}},
    {'y', {0.75, 0.58, 0.11}}, {'k', {0.06, 0.06, 0.06}}, {'w', {0.80, 0.80, 0.80}},
};

static uint64_t next(optics_t *optics)
{
    /* splitmix64 (Steele, Lea, Flood 2014) */
    uint64_t z = optics->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

double optics_chance(optics_t *optics)
{
    return (double)(next(optics) >> 11) / 9007199254740992.0;
}

/* About normal: the sum of four even ones, at its widest 3.5 deviations; cheap, and the tails don't matter here. */
static double normal(optics_t *optics)
{
    uint64_t bits = next(optics);
    double sum = 0;
    for (int i = 0; i < 4; i++, bits >>= 16)
        sum += (double)(bits & 0xFFFF) / 65536.0 - 0.5;
    return sum * 1.7320508;
}

static double pips(char face, double x, double y)
{
    static const double CORNERS[4][2] = {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}};
    int count = face - '0', corners = count & ~1;
    if (count % 2 && hypot(x, y) < PIP)
        return INK;
    for (int i = 0; i < (corners > 4 ? 4 : corners); i++)
        if (hypot(x - PITCH * CORNERS[i][0], y - PITCH * CORNERS[i][1]) < PIP)
            return INK;
    if (count == 6 && (hypot(x - PITCH, y) < PIP || hypot(x + PITCH, y) < PIP))
        return INK;
    return WHITE;
}

/* How much of the light a face sends back at a place. */
static double face_at(char face, double x, double y)
{
    if (fabs(x) > EDGE || fabs(y) > EDGE)
        return 0;
    if (face == 's') /* a fin: a triangle with a wave below it */
        return (y > -3 && y < 5 && fabs(x - 1) < (5 - y) * 0.55) || (y <= -3 && y > -5) ? INK : WHITE;
    return pips(face, x, y);
}

static double lift(const optics_die_t *die, double x, double y)
{
    /* It rests on the side or edge that is lowest. */
    double a = tan(die->tilt_x * PI / 180), b = tan(die->tilt_y * PI / 180);
    return a * x + b * y + (fabs(a) + fabs(b)) * EDGE;
}

static double fall_off(double height)
{
    return 1 / ((1 + height / RANGE) * (1 + height / RANGE));
}

void optics_arrange(optics_t *optics)
{
    const optics_die_t *die = &optics->number;
    double c = cos(die->turn * PI / 180), s = sin(die->turn * PI / 180);
    for (int i = 0; i < OPTICS_SPOTS; i++) {
        double sum = 0;
        int points = 0;
        for (double u = -SPOT; u <= SPOT + 0.01; u += SPOT / 3)
            for (double v = -SPOT; v <= SPOT + 0.01; v += SPOT / 3) {
                if (hypot(u, v) > SPOT)
                    continue;
                points++;
                double x = SPOTS[i][0] * PITCH + u - die->dx, y = SPOTS[i][1] * PITCH + v - die->dy;
                if (die->there)
                    sum += face_at(die->face, c * x + s * y, c * y - s * x) * fall_off(lift(die, x, y));
            }
        optics->reflex[i] = (GLASS + sum / points) * (1 - optics->dust[i]) + 0.25 * optics->dust[i];
    }
    for (int i = 0; i < OPTICS_LAMPS; i++) {
        double hue = 0, dust = optics->dust[OPTICS_SPOTS];
        for (unsigned j = 0; optics->colour.there && j < sizeof HUES / sizeof *HUES; j++)
            if (HUES[j].face == optics->colour.face)
                hue = HUES[j].hue[i] * fall_off(lift(&optics->colour, 0, 0) + hypot(optics->colour.dx, optics->colour.dy) / 8);
        optics->hue[i] = (GLASS + hue) * (1 - dust) + 0.25 * dust;
    }
}

void optics_start(optics_t *optics, uint64_t seed)
{
    memset(optics, 0, sizeof *optics);
    optics->random = seed;
    optics->noise = 2;
    optics->gain = 1;
    optics_arrange(optics);
}

uint16_t optics_read(optics_t *optics, uint8_t input, bool infrared, uint8_t lamps, uint64_t us)
{
    static const int8_t SPOT_OF[8] = {0, 1, 2, 3, -1, -1, 4, 5};
    int spot = SPOT_OF[input & 7];
    bool colour_well = input == 4;
    const optics_die_t *die = spot >= 0 ? &optics->number : &optics->colour;
    /* A die keeps most of the room's light away from the sensor below it. */
    double room = die->there ? 0.15 : 1;
    double light = room * (optics->sun + optics->lamp * 0.5 * (1 + sin(2 * PI * (double)(us % 10000) / 10000)));
    if (spot >= 0 && infrared)
        light += FULL * optics->gain * optics->reflex[spot];
    for (int i = 0; colour_well && i < OPTICS_LAMPS; i++)
        if (lamps >> i & 1)
            light += FULL * optics->gain * optics->hue[i];
    double step = 1023 - light;
    if (step < OPTICS_FLOOR)
        step = OPTICS_FLOOR;
    step += optics->noise * normal(optics);
    return (uint16_t)(step < 0 ? 0 : step > 1023 ? 1023 : lround(step));
}
