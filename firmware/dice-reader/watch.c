#include "watch.h"

void watch_hold(watch_t *watch)
{
    watch->armed = false;
    watch->touched = true;
}

void watch_start(watch_t *watch, uint32_t ms)
{
    watch->state = STATE_MOVING;
    watch->number = watch->colour = (seen_t){FACE_UNKNOWN, 0};
    watch->throws = 0;
    watch_hold(watch); /* dice that lie there at the start were thrown before it */
    watch->moved_at = watch->changed_at = ms;
}

static state_t rest(uint8_t wells, char number, char colour)
{
    bool number_empty = !(wells & WELL_NUMBER) || number == FACE_EMPTY;
    bool colour_empty = !(wells & WELL_COLOUR) || colour == FACE_EMPTY;
    if (number_empty && colour_empty)
        return STATE_EMPTY;
    if (((wells & WELL_NUMBER) && number == FACE_UNKNOWN) || ((wells & WELL_COLOUR) && colour == FACE_UNKNOWN))
        return STATE_UNSURE;
    if (number == FACE_EMPTY || colour == FACE_EMPTY)
        return STATE_MOVING; /* one die is missing */
    return STATE_STABLE;
}

bool watch_take(watch_t *watch, uint32_t ms, uint8_t wells, seen_t number, seen_t colour, bool moved)
{
    if (!(wells & WELL_NUMBER))
        number = (seen_t){FACE_UNKNOWN, 0};
    if (!(wells & WELL_COLOUR))
        colour = (seen_t){FACE_UNKNOWN, 0};
    bool news = number.face != watch->number.face || colour.face != watch->colour.face;
    if (news)
        watch->changed_at = ms;
    if (moved)
        watch->moved_at = ms;
    watch->number = number;
    watch->colour = colour;

    state_t before = watch->state;
    if (ms - watch->moved_at < STILL_MS)
        watch->state = STATE_MOVING;
    else if (ms - watch->changed_at < STILL_MS)
        watch->state = STATE_UNSURE; /* it lies still, and reads now this, now that */
    else
        watch->state = rest(wells, number.face, colour.face);

    if (watch->state == STATE_EMPTY)
        watch->armed = true;
    if (watch->state == STATE_STABLE && watch->armed) {
        watch->armed = false;
        watch->touched = false;
        watch->throws++;
    } else if (watch->state != STATE_STABLE) {
        watch->touched = true;
    } else if (watch->touched) {
        watch->state = STATE_LYING;
    }
    return news || watch->state != before;
}
