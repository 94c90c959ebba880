/* The firmware's core, run on the PC: for hundreds of thousands of throws in minutes. */
#include <string.h>

#include "../dice-reader/port.h"
#include "../dice-reader/reader.h"
#include "engine.h"

static uint8_t cells[ENGINE_EEPROM];
static uint64_t now_us, since_us; /* the reader's clock begins with its start */

void port_send(const char *text, uint8_t length)
{
    while (length--)
        bench_said((uint8_t)*text++);
}

uint8_t port_eeprom_read(uint16_t address)
{
    return cells[address % ENGINE_EEPROM];
}

void port_eeprom_write(uint16_t address, uint8_t value)
{
    cells[address % ENGINE_EEPROM] = value;
}

bool port_eeprom_ready(void)
{
    return now_us / 1000 % 4 == 0; /* 3.4 ms a byte */
}

uint32_t port_noise(void)
{
    uint32_t noise = 0;
    for (int i = 0; i < 32; i++)
        noise = (noise << 5 | noise >> 27) ^ bench_input((uint8_t)(i % 8), false, 0, now_us);
    return noise;
}

static void start(const char *cause)
{
    since_us = now_us;
    reader_start(0, cause);
}

bool engine_power_on(const char *firmware, const uint8_t *eeprom)
{
    (void)firmware;
    memcpy(cells, eeprom, ENGINE_EEPROM);
    start("por");
    return true;
}

void engine_power_off(uint8_t *eeprom)
{
    memcpy(eeprom, cells, ENGINE_EEPROM);
}

void engine_reset(void)
{
    start("ext");
}

bool engine_hang(void)
{
    return false;
}

uint64_t engine_now(void)
{
    return now_us;
}

void engine_hear(uint8_t byte)
{
    reader_byte((char)byte);
}

void engine_run(uint64_t us)
{
    static const uint8_t INPUTS[NUMBER_SPOTS] = {0, 1, 2, 3, 6, 7};
    for (uint64_t end = now_us + us; now_us < end; now_us += 1000) {
        uint16_t dark[NUMBER_SPOTS], lit[NUMBER_SPOTS];
        if (reader_wants_colour()) {
            dark[0] = dark[1] = dark[2] = bench_input(4, false, 0, now_us);
            for (uint8_t i = 0; i < COLOUR_LAMPS; i++)
                lit[i] = bench_input(4, false, (uint8_t)(1 << i), now_us + 100u * (i + 1u));
        } else {
            for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
                dark[i] = bench_input(INPUTS[i], false, 0, now_us + 52u * i);
            for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
                lit[i] = bench_input(INPUTS[i], true, 0, now_us + 364 + 52u * i);
        }
        reader_round(dark, lit);
        reader_tick((uint32_t)((now_us - since_us) / 1000), bench_button());
        bench_shown(reader_lamp(), reader_buzzer());
    }
}
