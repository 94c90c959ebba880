/* Lines of the serial protocol (../PROTOCOL.md): text to words and back. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_LONGEST 64 /* bytes, with the newline */
#define LINE_WORDS 12   /* words that are looked at; further ones are checked for form only */

typedef struct {
    char *words[LINE_WORDS]; /* the type or command, its number, the fields */
    uint8_t count;
    uint32_t number;
    uint16_t crc;
} line_t;

typedef struct {
    char text[LINE_LONGEST];
    uint8_t length;
    bool fits; /* false once something did not fit */
} line_out_t;

typedef struct {
    char text[LINE_LONGEST];
    uint8_t length;
    bool skipping; /* too long: everything up to the newline is thrown away */
} line_in_t;

/* CRC-16/XMODEM, one byte further. */
uint16_t line_crc(uint16_t crc, uint8_t byte);

/* Takes a byte; true when it ends a line, which then stands in in->text without its newline. */
bool line_feed(line_in_t *in, char byte);

/* Cuts a line (without its newline) into words, in place; false when it must not be believed. */
bool line_parse(char *text, uint8_t length, line_t *line);

/* A whole number below 2^32 in decimal digits; false when the text is none. */
bool line_count(const char *text, uint32_t *value);

void line_begin(line_out_t *out, const char *type, uint32_t number);
void line_text(line_out_t *out, const char *text);  /* right behind what stands there */
void line_word(line_out_t *out, const char *text);  /* after a space */
void line_value(line_out_t *out, uint32_t value);   /* a number after a space */
void line_digits(line_out_t *out, uint32_t value);  /* a number right behind what stands there */
/* Adds the CRC and the newline; false when the line became too long and must not be sent. */
bool line_end(line_out_t *out);

#endif
