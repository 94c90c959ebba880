/* What outlasts a power cut, in 1024 bytes of EEPROM.
 *
 *     address  what
 *           0  starts: two copies of 8 bytes (count, 4 bytes; CRC, 2), written in turn
 *          16  the reader's name: 3 bytes and their CRC
 *          32  learned, first copy   } magic, layout version, generation (2 bytes), learned_t, CRC;
 *         512  learned, second copy  } the older one is overwritten, so a cut while writing loses nothing
 *
 * Numbers are little-endian, CRCs are CRC-16/XMODEM over what stands before them. */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "faces.h"

#define STORE_VERSION 1
#define STORE_MOST_STARTS 999999 /* ten times what an EEPROM cell endures; one more is 1 again */

typedef struct {
    uint16_t generation;
    uint8_t newest; /* copy that was read or written last: 0 or 1 */
    uint16_t place; /* of the byte to be written next; 0 when nothing is being written */
    uint16_t crc;
} store_t;

/* Counts this start and returns its number. */
uint32_t store_count_start(void);

/* The reader's name, 24 bits; made of noise at the first start. */
uint32_t store_name(void);

/* Reads what was learned; false, and nothing learned, where no copy is whole. */
bool store_load(store_t *store, learned_t *learned);

/* Begins to write; store_step writes a byte each time that the EEPROM is ready, until store_busy is false. */
void store_begin(store_t *store);
void store_step(store_t *store, const learned_t *learned);
bool store_busy(const store_t *store);

#endif
