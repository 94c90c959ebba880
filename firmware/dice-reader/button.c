#include "button.h"

bool button_take(button_t *button, bool closed)
{
    if (closed == button->down) {
        button->differs_ms = 0;
        return false;
    }
    if (++button->differs_ms < BUTTON_SETTLED_MS)
        return false;
    button->differs_ms = 0;
    button->down = closed;
    return closed;
}
