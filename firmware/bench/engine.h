/* What runs the reader's program: the real firmware in simavr (engine_avr.c), or its core alone (engine_core.c). */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#define ENGINE_EEPROM 1024

/* Both engines have these. ``firmware``: the .elf; the core needs none. False when it cannot be used. */
bool engine_power_on(const char *firmware, const uint8_t *eeprom);
void engine_power_off(uint8_t *eeprom); /* and what the EEPROM holds then */
void engine_reset(void);                /* the reset line, as DTR pulls it */
bool engine_hang(void);                 /* makes the program run in a circle; false where that cannot be done */
void engine_run(uint64_t us);           /* so much further */
uint64_t engine_now(void);              /* microseconds since the bench began */
void engine_hear(uint8_t byte);         /* from the program on the PC */

/* The bench answers. */
uint16_t bench_input(uint8_t input, bool infrared, uint8_t lamps, uint64_t us); /* 0-1023 */
bool bench_button(void);
void bench_said(uint8_t byte);
void bench_shown(bool lamp, bool buzzer);

#endif
