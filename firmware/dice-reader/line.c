#include "line.h"

#ifdef __AVR__
#include <util/crc16.h>
#endif

#define CRC_LENGTH 5 /* a star and four digits */

uint16_t line_crc(uint16_t crc, uint8_t byte)
{
#ifdef __AVR__
    return _crc_xmodem_update(crc, byte);
#else
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
    return crc;
#endif
}

static char hex_digit(uint8_t value)
{
    return (char)(value < 10 ? '0' + value : 'A' + value - 10);
}

bool line_feed(line_in_t *in, char byte)
{
    if (byte == '\n') {
        bool whole = !in->skipping;
        in->skipping = false;
        if (!whole)
            in->length = 0;
        else if (in->length && in->text[in->length - 1] == '\r')
            in->length--;
        return whole;
    }
    if (in->skipping)
        return false;
    in->text[in->length++] = byte;
    if (in->length >= LINE_LONGEST) {
        in->skipping = true;
        in->length = 0;
    }
    return false;
}

bool line_count(const char *text, uint32_t *value)
{
    uint32_t sum = 0;
    uint8_t digits = 0;
    for (; *text; text++, digits++) {
        uint8_t digit = (uint8_t)(*text - '0');
        if (digit > 9 || digits >= 10)
            return false;
        if (sum > UINT32_MAX / 10 || (sum == UINT32_MAX / 10 && digit > UINT32_MAX % 10))
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return digits > 0;
}

bool line_parse(char *text, uint8_t length, line_t *line)
{
    if (length <= CRC_LENGTH || text[length - CRC_LENGTH] != '*')
        return false;
    uint8_t body = (uint8_t)(length - CRC_LENGTH);
    uint16_t crc = 0;
    for (uint8_t i = 0; i < body; i++) {
        if (text[i] < 0x20 || text[i] > 0x7E)
            return false;
        crc = line_crc(crc, (uint8_t)text[i]);
    }
    for (uint8_t i = 0; i < 4; i++)
        if (text[body + 1 + i] != hex_digit((uint8_t)(crc >> (12 - 4 * i)) & 0xF))
            return false;
    line->crc = crc;
    line->number = 0;
    line->count = 0;
    text[body] = '\0';
    char *word = text;
    for (uint8_t i = 0; i <= body; i++) {
        if (i < body && text[i] != ' ')
            continue;
        if (word == text + i)
            return false; /* an empty field */
        text[i] = '\0';
        if (line->count < LINE_WORDS)
            line->words[line->count++] = word;
        word = text + i + 1;
    }
    return line->count >= 2 && line_count(line->words[1], &line->number);
}

static void put(line_out_t *out, char byte)
{
    if (out->length >= LINE_LONGEST)
        out->fits = false;
    else
        out->text[out->length++] = byte;
}

void line_text(line_out_t *out, const char *text)
{
    while (*text)
        put(out, *text++);
}

void line_word(line_out_t *out, const char *text)
{
    put(out, ' ');
    line_text(out, text);
}

void line_digits(line_out_t *out, uint32_t value)
{
    char digits[11];
    uint8_t place = sizeof digits - 1;
    digits[place] = '\0';
    do {
        digits[--place] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    line_text(out, digits + place);
}

void line_value(line_out_t *out, uint32_t value)
{
    put(out, ' ');
    line_digits(out, value);
}

void line_begin(line_out_t *out, const char *type, uint32_t number)
{
    out->length = 0;
    out->fits = true;
    line_text(out, type);
    line_value(out, number);
}

bool line_end(line_out_t *out)
{
    uint16_t crc = 0;
    for (uint8_t i = 0; i < out->length; i++)
        crc = line_crc(crc, (uint8_t)out->text[i]);
    put(out, '*');
    for (uint8_t i = 0; i < 4; i++)
        put(out, hex_digit((uint8_t)(crc >> (12 - 4 * i)) & 0xF));
    put(out, '\n');
    return out->fits;
}
