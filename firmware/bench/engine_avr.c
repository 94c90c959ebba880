/* The real firmware in simavr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#include "engine.h"

#define CLOCK_MHZ 16
#define ROUND_AND_ROUND 0xCFFF /* rjmp to itself */

static avr_t *avr;
static uint64_t before_us; /* what ran before this power-on */
static uint8_t port_d, port_b;
static bool room;          /* the receiver has room for a byte */
static uint8_t waiting[1024];
static unsigned waiting_in, waiting_out;
static uint16_t replaced;  /* the instruction that engine_hang has overwritten */
static uint32_t replaced_at;
static bool hanging;

static void quiet(avr_t *chip, const int level, const char *format, va_list arguments)
{
    (void)chip;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static void asleep(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip;
    (void)cycles; /* the bench keeps the pace */
}

uint64_t engine_now(void)
{
    return before_us + (avr ? avr->cycle / CLOCK_MHZ : 0);
}

static void on_convert(avr_irq_t *irq, uint32_t value, void *chip)
{
    (void)irq;
    avr_adc_mux_t mux;
    memcpy(&mux, &value, sizeof value < sizeof mux ? sizeof value : sizeof mux);
    uint8_t lamps = (uint8_t)((port_d >> 3 & 1) | (port_d >> 5 & 1) << 1 | (port_d >> 6 & 1) << 2);
    uint16_t step = bench_input((uint8_t)mux.src, port_d >> 4 & 1, lamps, engine_now());
    /* half a step more, so that the step comes out again */
    avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_ADC_GETIRQ, (int)(ADC_IRQ_ADC0 + mux.src)), (step * 5000u + 2500u) / 1023u);
}

static void on_port_d(avr_irq_t *irq, uint32_t value, void *chip)
{
    (void)irq;
    (void)chip;
    port_d = (uint8_t)value;
}

static void on_port_b(avr_irq_t *irq, uint32_t value, void *chip)
{
    (void)irq;
    (void)chip;
    port_b = (uint8_t)value;
    bench_shown(port_b >> 5 & 1, port_b & 1);
}

static void on_said(avr_irq_t *irq, uint32_t value, void *chip)
{
    (void)irq;
    (void)chip;
    bench_said((uint8_t)value);
}

static void on_room(avr_irq_t *irq, uint32_t value, void *chip)
{
    (void)irq;
    (void)value;
    (void)chip;
    room = true;
}

static void on_no_room(avr_irq_t *irq, uint32_t value, void *chip)
{
    (void)irq;
    (void)value;
    (void)chip;
    room = false;
}

bool engine_power_on(const char *firmware, const uint8_t *eeprom)
{
    elf_firmware_t image;
    memset(&image, 0, sizeof image);
    avr_global_logger_set(quiet);
    if (elf_read_firmware(firmware, &image))
        return false;
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || avr_init(avr))
        return false;
    image.frequency = CLOCK_MHZ * 1000000;
    avr_load_firmware(avr, &image);
    avr->frequency = CLOCK_MHZ * 1000000;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = asleep;
    avr->log = LOG_ERROR;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_eeprom_desc_t cells = {.ee = (uint8_t *)eeprom, .offset = 0, .size = ENGINE_EEPROM};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &cells);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_convert, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_PIN_ALL), on_port_d, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), IOPORT_IRQ_PIN_ALL), on_port_b, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_said, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_room, avr);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_no_room, avr);
    port_d = port_b = 0;
    hanging = false;
    room = true;
    waiting_in = waiting_out = 0;
    avr->data[0x54] = 1; /* MCUSR: power-on */
    return true;
}

void engine_power_off(uint8_t *eeprom)
{
    avr_eeprom_desc_t cells = {.ee = NULL, .offset = 0, .size = ENGINE_EEPROM};
    before_us = engine_now();
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &cells);
    memcpy(eeprom, cells.ee, ENGINE_EEPROM);
    avr_terminate(avr);
    avr = NULL;
}

static void restore(void)
{
    if (hanging)
        memcpy(avr->flash + replaced_at, &replaced, sizeof replaced);
    hanging = false;
}

void engine_reset(void)
{
    restore();
    avr_reset(avr);
    avr->data[0x54] = 2; /* MCUSR: from outside */
    waiting_in = waiting_out = 0;
}

bool engine_hang(void)
{
    const uint16_t circle = ROUND_AND_ROUND;
    replaced_at = avr->pc;
    memcpy(&replaced, avr->flash + replaced_at, sizeof replaced);
    memcpy(avr->flash + replaced_at, &circle, sizeof circle);
    hanging = true;
    return true;
}

void engine_hear(uint8_t byte)
{
    waiting[waiting_in] = byte;
    waiting_in = (waiting_in + 1) % sizeof waiting;
}

void engine_run(uint64_t us)
{
    const avr_cycle_count_t step = CLOCK_MHZ * 260; /* a byte's time at 38400 baud */
    avr_cycle_count_t end = avr->cycle + us * CLOCK_MHZ, next_byte = avr->cycle;
    /* The pin's level from outside; else its pull-up would raise it at the next write to the port. */
    avr_ioport_external_t button = {.name = 'D', .mask = 1 << 7, .value = bench_button() ? 0 : 1 << 7};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &button);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 7), !bench_button());
    while (avr->cycle < end) {
        if (waiting_in != waiting_out && room && avr->cycle >= next_byte) {
            avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), waiting[waiting_out]);
            waiting_out = (waiting_out + 1) % sizeof waiting;
            next_byte = avr->cycle + step;
        }
        int state = avr_run(avr);
        if (hanging && avr->pc == 0)
            restore(); /* the watchdog has bitten */
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "bench: the firmware has crashed\n");
            exit(3);
        }
    }
}
