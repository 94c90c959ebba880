/* The dice reader on an Arduino Nano (ATmega328P, 16 MHz): pins, clock, converter, serial line, EEPROM, watchdog.
 *
 *     A0-A3, A6, A7  reflectance sensors below the number die     D3 D5 D6  red, green, blue lamp of the colour well
 *     A4             light sensor below the colour die            D4        infrared lamps
 *     D7 learn button (to ground)   D8 buzzer   D13 status lamp */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "port.h"
#include "reader.h"

#define BAUD 38400
#include <util/setbaud.h>
#if USE_2X
#error "38400 baud need no double speed at 16 MHz: is F_CPU right?"
#endif

#define SENT_ROOM 128 /* powers of two */
#define HEARD_ROOM 64

static const uint8_t NUMBER_INPUTS[NUMBER_SPOTS] = {0, 1, 2, 3, 6, 7};
#define COLOUR_INPUT 4
static const uint8_t COLOUR_PINS[COLOUR_LAMPS] = {_BV(PD3), _BV(PD5), _BV(PD6)};
#define INFRARED _BV(PD4)
#define BUTTON _BV(PD7)
#define BUZZER _BV(PB0)
#define LAMP _BV(PB5)

static volatile uint32_t clock_ms;
static volatile uint8_t sent[SENT_ROOM], heard[HEARD_ROOM];
static volatile uint8_t sent_in, sent_out, heard_in, heard_out;
static uint8_t cause __attribute__((section(".noinit")));

/* Before main: a watchdog that has bitten stays on, at its shortest time, until its flag is cleared. */
void keep_cause(void) __attribute__((naked, used, section(".init3")));
void keep_cause(void)
{
    cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect)
{
    clock_ms++;
}

EMPTY_INTERRUPT(ADC_vect) /* only wakes */

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    uint8_t next = (uint8_t)((heard_in + 1) % HEARD_ROOM);
    if (next != heard_out) { /* else the line that it belongs to fails its CRC, and is asked again */
        heard[heard_in] = byte;
        heard_in = next;
    }
}

ISR(USART_UDRE_vect)
{
    if (sent_out == sent_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
        return;
    }
    UDR0 = sent[sent_out];
    sent_out = (uint8_t)((sent_out + 1) % SENT_ROOM);
}

void port_send(const char *text, uint8_t length)
{
    uint8_t place = sent_in;
    if ((uint8_t)(sent_out - place - 1) % SENT_ROOM < length)
        return;
    for (uint8_t i = 0; i < length; i++) {
        sent[place] = (uint8_t)text[i];
        place = (uint8_t)((place + 1) % SENT_ROOM);
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        sent_in = place;
        UCSR0B |= _BV(UDRIE0);
    }
}

uint8_t port_eeprom_read(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

void port_eeprom_write(uint16_t address, uint8_t value)
{
    wdt_reset();
    eeprom_write_byte((uint8_t *)address, value);
}

bool port_eeprom_ready(void)
{
    return eeprom_is_ready();
}

static uint32_t now(void)
{
    uint32_t ms;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        ms = clock_ms;
    }
    return ms;
}

/* A conversion, 52 us; the processor sleeps meanwhile, which keeps its noise out of the reading. */
static uint16_t convert(uint8_t input)
{
    ADMUX = (uint8_t)(_BV(REFS0) | input);
    ADCSRA |= _BV(ADSC);
    cli();
    while (ADCSRA & _BV(ADSC)) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
        cli();
    }
    sei();
    return ADC;
}

uint32_t port_noise(void)
{
    uint32_t noise = 0x9E3779B9;
    for (uint16_t i = 0; i < 512; i++)
        noise = (noise << 5 | noise >> 27) ^ convert(i % 8) ^ TCNT0;
    return noise;
}

static void measure_number(void)
{
    uint16_t dark[NUMBER_SPOTS], lit[NUMBER_SPOTS];
    for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
        dark[i] = convert(NUMBER_INPUTS[i]);
    PORTD |= INFRARED;
    convert(NUMBER_INPUTS[0]); /* thrown away: the sensors take some 20 us to follow */
    for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
        lit[i] = convert(NUMBER_INPUTS[i]);
    PORTD &= (uint8_t)~INFRARED;
    reader_round(dark, lit);
}

static void measure_colour(void)
{
    uint16_t dark[COLOUR_LAMPS], lit[COLOUR_LAMPS];
    dark[0] = dark[1] = dark[2] = convert(COLOUR_INPUT);
    for (uint8_t i = 0; i < COLOUR_LAMPS; i++) {
        PORTD |= COLOUR_PINS[i];
        convert(COLOUR_INPUT); /* thrown away, as above */
        lit[i] = convert(COLOUR_INPUT);
        PORTD &= (uint8_t)~COLOUR_PINS[i];
    }
    convert(COLOUR_INPUT); /* the sensor is dark again before it is asked again */
    reader_round(dark, lit);
}

static const char *cause_name(void)
{
    if (cause & _BV(WDRF))
        return "wdt";
    if (cause & _BV(BORF))
        return "bor";
    if (cause & _BV(PORF))
        return "por";
    return cause & _BV(EXTRF) ? "ext" : "unk"; /* a boot loader may have taken it */
}

static void set_up(void)
{
    DDRD = INFRARED | COLOUR_PINS[0] | COLOUR_PINS[1] | COLOUR_PINS[2];
    PORTD = BUTTON; /* pull-up */
    DDRB = BUZZER | LAMP;
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TCCR0B = _BV(CS01) | _BV(CS00); /* 1 ms */
    TIMSK0 = _BV(OCIE0A);
    DIDR0 = 0x3F;
    /* 250 kHz: a little faster than for all ten bits, which the average of 20 makes up for. */
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1);
    UCSR0A = 0; /* some boot loaders leave double speed on */
    UBRR0 = UBRR_VALUE;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
}

int main(void)
{
    set_up();
    wdt_enable(WDTO_500MS);
    reader_start(now(), cause_name());
    uint32_t last = now();
    for (;;) {
        cli();
        while (clock_ms == last) {
            sleep_enable();
            sei();
            sleep_cpu();
            sleep_disable();
            cli();
        }
        sei();
        last = now();
        wdt_reset();
        while (heard_out != heard_in) {
            reader_byte((char)heard[heard_out]);
            heard_out = (uint8_t)((heard_out + 1) % HEARD_ROOM);
        }
        if (reader_wants_colour())
            measure_colour();
        else
            measure_number();
        reader_tick(last, !(PIND & BUTTON));
        PORTB = (uint8_t)((reader_buzzer() ? BUZZER : 0) | (reader_lamp() ? LAMP : 0));
    }
}
