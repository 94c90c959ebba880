/* A push button that bounces. */
#ifndef BUTTON_H
#define BUTTON_H

#include <stdbool.h>
#include <stdint.h>

#define BUTTON_SETTLED_MS 20

typedef struct {
    bool down; /* as it is believed */
    uint8_t differs_ms;
} button_t;

/* Takes the contact's state, once a millisecond; true when a press begins. */
bool button_take(button_t *button, bool closed);

#endif
