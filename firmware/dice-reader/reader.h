/* The dice reader: looks in, lines in, lines out. Knows no pin and no register; time comes in as milliseconds. */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stdint.h>

#include "sense.h"

#define READER_PROTOCOL "1.0"
#define READER_FIRMWARE "0.1.0"

/* Starts: counts the start, reads what was learned, says who it is. ``cause``: por, ext, wdt, bor or unk. */
void reader_start(uint32_t ms, const char *cause);

/* A byte from the program. */
void reader_byte(char byte);

/* Once a millisecond: ``pressed`` is the learn button's contact. */
void reader_tick(uint32_t ms, bool pressed);

/* Which well is to be looked at next: six spots with the infrared lamps off and on, or one with red, green, blue. */
bool reader_wants_colour(void);

/* A round of that well: readings 0-1023 with the lamps off and on, NUMBER_SPOTS or COLOUR_LAMPS of each. */
void reader_round(const uint16_t *dark, const uint16_t *lit);

/* What lamp and buzzer do now. */
bool reader_lamp(void);
bool reader_buzzer(void);

#endif
