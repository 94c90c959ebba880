#include "faces.h"

typedef struct {
    const char *faces;
    uint8_t channels;
    uint8_t capacity;
    uint8_t per_face; /* samples kept of one face at most; a shark may be two faces of a die */
    uint8_t far;      /* farther from every sample than this: no face, but a die that lies askew, a finger, dirt */
    uint8_t same;     /* nearer than this: the same picture */
} kind_t;

/* Distances are sums over the channels, in the values' steps. */
static const kind_t NUMBER = {"123456S", NUMBER_SPOTS, NUMBER_SAMPLES, 16, 72, 10};
static const kind_t COLOUR = {"rbgykw", COLOUR_LAMPS, COLOUR_SAMPLES, 8, 36, 5};

static const kind_t *kind_of(uint8_t well)
{
    return well == WELL_NUMBER ? &NUMBER : &COLOUR;
}

static const uint8_t *sample(const learned_t *learned, uint8_t well, uint8_t index)
{
    return well == WELL_NUMBER ? learned->numbers[index] : learned->colours[index];
}

static uint8_t *sample_place(learned_t *learned, uint8_t well, uint8_t index)
{
    return well == WELL_NUMBER ? learned->numbers[index] : learned->colours[index];
}

static const uint8_t *emptiness(const learned_t *learned, uint8_t well)
{
    return well == WELL_NUMBER ? learned->empty_number : learned->empty_colour;
}

static uint16_t distance(const uint8_t *one, const uint8_t *other, uint8_t channels)
{
    uint16_t sum = 0;
    for (uint8_t i = 0; i < channels; i++)
        sum = (uint16_t)(sum + (one[i] > other[i] ? one[i] - other[i] : other[i] - one[i]));
    return sum;
}

typedef struct {
    char face; /* the nearest sample's; FACE_UNKNOWN where there is none */
    char next; /* the nearest other face */
    uint16_t nearest;
    uint16_t other;
    const uint8_t *values; /* of the nearest sample, or of the empty well */
} near_t;

#define NOWHERE UINT16_MAX

static void consider(near_t *near, char face, uint16_t far, const uint8_t *values)
{
    if (far < near->nearest) {
        if (near->face != face) {
            near->next = near->face;
            near->other = near->nearest;
        }
        near->face = face;
        near->nearest = far;
        near->values = values;
    } else if (face != near->face && far < near->other) {
        near->next = face;
        near->other = far;
    }
}

/* The nearest samples to values, ``except`` one. */
static near_t nearest(const learned_t *learned, uint8_t well, const uint8_t *values, const uint8_t *except)
{
    const kind_t *kind = kind_of(well);
    near_t near = {FACE_UNKNOWN, FACE_UNKNOWN, NOWHERE, NOWHERE, values};
    if (learned->calibrated & well)
        consider(&near, FACE_EMPTY, distance(values, emptiness(learned, well), kind->channels), emptiness(learned, well));
    for (uint8_t i = 0; i < kind->capacity; i++) {
        const uint8_t *kept = sample(learned, well, i);
        if (kept[0] && kept != except)
            consider(&near, (char)kept[0], distance(values, kept + 1, kind->channels), kept + 1);
    }
    return near;
}

void faces_clear(learned_t *learned)
{
    learned->wells = WELL_NUMBER | WELL_COLOUR;
    learned->calibrated = 0;
    for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
        learned->empty_number[i] = 0;
    for (uint8_t i = 0; i < COLOUR_LAMPS; i++)
        learned->empty_colour[i] = 0;
    faces_forget(learned, WELL_NUMBER);
    faces_forget(learned, WELL_COLOUR);
}

void faces_forget(learned_t *learned, uint8_t well)
{
    const kind_t *kind = kind_of(well);
    for (uint8_t i = 0; i < kind->capacity; i++)
        for (uint8_t j = 0; j <= kind->channels; j++)
            sample_place(learned, well, i)[j] = 0;
}

const char *faces_of(uint8_t well)
{
    return kind_of(well)->faces;
}

void faces_calibrate(learned_t *learned, uint8_t well, const uint8_t *values)
{
    uint8_t *empty = well == WELL_NUMBER ? learned->empty_number : learned->empty_colour;
    for (uint8_t i = 0; i < kind_of(well)->channels; i++)
        empty[i] = values[i];
    learned->calibrated |= well;
}

uint8_t faces_count(const learned_t *learned, uint8_t well, char face)
{
    uint8_t count = 0;
    for (uint8_t i = 0; i < kind_of(well)->capacity; i++)
        count = (uint8_t)(count + (sample(learned, well, i)[0] == (uint8_t)face));
    return count;
}

learn_t faces_learn(learned_t *learned, uint8_t well, char face, const uint8_t *values, char *other)
{
    const kind_t *kind = kind_of(well);
    near_t near = nearest(learned, well, values, 0);
    char rival = near.face == face ? near.next : near.face;
    uint16_t far = near.face == face ? near.other : near.nearest;
    if (far < kind->same && rival != FACE_UNKNOWN) {
        *other = rival;
        return rival == FACE_EMPTY ? LEARN_EMPTY : LEARN_SAME;
    }
    if (faces_count(learned, well, face) >= kind->per_face)
        return LEARN_FULL;
    for (uint8_t i = 0; i < kind->capacity; i++) {
        uint8_t *place = sample_place(learned, well, i);
        if (!place[0]) {
            place[0] = (uint8_t)face;
            for (uint8_t j = 0; j < kind->channels; j++)
                place[1 + j] = values[j];
            return LEARN_OK;
        }
    }
    return LEARN_FULL;
}

bool faces_ready(const learned_t *learned, uint8_t well)
{
    const kind_t *kind = kind_of(well);
    uint8_t first = 0;
    if (!(learned->calibrated & well))
        return false;
    for (uint8_t i = 0; i < kind->capacity; i++) {
        uint8_t face = sample(learned, well, i)[0];
        if (face && first && face != first)
            return true;
        if (face)
            first = face;
    }
    return false;
}

static uint8_t margin(const near_t *near)
{
    if (near->other == NOWHERE || near->other == 0)
        return 0;
    return (uint8_t)((uint32_t)(near->other - near->nearest) * 100 / near->other);
}

/* How far from its nearest sample a face may be. A die that lies askew sends back less light, of any colour, and comes
 * to look like a dark face; so the darker a sample, that is the nearer the empty well, the closer one must come. */
static uint16_t reach(const learned_t *learned, uint8_t well, const uint8_t *nearest_sample)
{
    const kind_t *kind = kind_of(well);
    if (nearest_sample == emptiness(learned, well))
        return kind->far;
    uint16_t light = (uint16_t)(distance(nearest_sample, emptiness(learned, well), kind->channels) / 4 + kind->same / 2);
    return light < kind->far ? light : kind->far;
}

seen_t faces_look(const learned_t *learned, uint8_t well, const uint8_t *values)
{
    near_t near = nearest(learned, well, values, 0);
    seen_t seen = {near.face, margin(&near)};
    if (seen.margin < MARGIN_NEEDED || near.nearest > reach(learned, well, near.values))
        seen.face = FACE_UNKNOWN;
    return seen;
}

bool faces_told_apart(const learned_t *learned, uint8_t well, char mixed[2])
{
    for (uint8_t i = 0; i < kind_of(well)->capacity; i++) {
        const uint8_t *kept = sample(learned, well, i);
        if (!kept[0])
            continue;
        near_t near = nearest(learned, well, kept + 1, kept);
        if (near.face != (char)kept[0]) {
            mixed[0] = (char)kept[0];
            mixed[1] = near.face;
            return false;
        }
    }
    return true;
}
