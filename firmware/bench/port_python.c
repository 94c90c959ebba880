/* port.h for tests in Python: what the core sends and keeps lies in arrays that they can read and write. */
#include <string.h>

#include "../dice-reader/port.h"

char port_sent[4096];
uint16_t port_sent_length;
uint8_t port_cells[1024];
bool port_ready = true;
uint32_t port_bits = 0x1A2B3C;

void port_send(const char *text, uint8_t length)
{
    if (port_sent_length + length > (int)sizeof port_sent)
        return;
    memcpy(port_sent + port_sent_length, text, length);
    port_sent_length = (uint16_t)(port_sent_length + length);
}

uint8_t port_eeprom_read(uint16_t address)
{
    return port_cells[address % sizeof port_cells];
}

void port_eeprom_write(uint16_t address, uint8_t value)
{
    port_cells[address % sizeof port_cells] = value;
}

bool port_eeprom_ready(void)
{
    return port_ready;
}

uint32_t port_noise(void)
{
    return port_bits;
}
