/* What the core asks of the board that it runs on. main.c answers on the AVR, the test bench on a PC. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stdint.h>

/* Sends a whole line, or drops it where the line before it has not gone out yet: the core repeats what matters. */
void port_send(const char *text, uint8_t length);

/* EEPROM, 1024 bytes. Writing a byte takes 3.4 ms: port_eeprom_ready says whether the one before is done. */
uint8_t port_eeprom_read(uint16_t address);
void port_eeprom_write(uint16_t address, uint8_t value);
bool port_eeprom_ready(void);

/* Bits from noise, for the name that a reader gives itself at its first start. */
uint32_t port_noise(void);

#endif
