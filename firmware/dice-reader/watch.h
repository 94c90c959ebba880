/* From single looks at the wells to a state that people can follow, and to throws. */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "faces.h"

#define STILL_MS 300

typedef enum {
    STATE_EMPTY,
    STATE_MOVING,
    STATE_STABLE, /* a throw, as it fell */
    STATE_LYING,  /* no throw: the dice were touched after it, or lay there at the start */
    STATE_UNSURE,
} state_t;

typedef struct {
    state_t state;
    seen_t number, colour;
    uint32_t throws;     /* since the start */
    bool armed;          /* the wells have been empty since the last throw */
    bool touched;        /* something has moved since the last throw */
    uint32_t moved_at;   /* when something last moved */
    uint32_t changed_at; /* when a face last changed */
} watch_t;

void watch_start(watch_t *watch, uint32_t ms);

/* What lies there was put there to be learned: it is no throw, whatever it will be recognised as. */
void watch_hold(watch_t *watch);

/* Takes a look at the wells in use. ``moved``: what is seen has changed more than noise does. True when what people
 * see of it (state, faces, throws) is another than before. */
bool watch_take(watch_t *watch, uint32_t ms, uint8_t wells, seen_t number, seen_t colour, bool moved);

#endif
