#include "store.h"

#include "line.h"
#include "port.h"

#define STARTS 0
#define STARTS_STEP 8
#define NAME 16
#define HEAD 5 /* two of magic, version, two of generation */
#define WHOLE (HEAD + sizeof(learned_t) + 2)

static const uint16_t COPIES[2] = {32, 512};

_Static_assert(32 + WHOLE <= 512 && 512 + WHOLE <= 1024, "both copies fit into the EEPROM");
_Static_assert(sizeof(learned_t) == 2 + NUMBER_SPOTS + COLOUR_LAMPS + NUMBER_SAMPLES * (1 + NUMBER_SPOTS) +
                                        COLOUR_SAMPLES * (1 + COLOUR_LAMPS), "no gaps: it is stored as it stands");

static void write(uint16_t address, uint8_t value)
{
    if (port_eeprom_read(address) != value) /* spares the cells */
        port_eeprom_write(address, value);
}

/* Bytes with their CRC behind them; false when it is wrong. */
static bool read_checked(uint16_t address, uint8_t *bytes, uint8_t length)
{
    uint16_t crc = 0;
    for (uint8_t i = 0; i < length; i++) {
        bytes[i] = port_eeprom_read((uint16_t)(address + i));
        crc = line_crc(crc, bytes[i]);
    }
    address = (uint16_t)(address + length);
    return port_eeprom_read(address) == (crc & 0xFF) && port_eeprom_read((uint16_t)(address + 1)) == crc >> 8;
}

static void write_checked(uint16_t address, const uint8_t *bytes, uint8_t length)
{
    uint16_t crc = 0;
    for (uint8_t i = 0; i < length; i++) {
        write(address++, bytes[i]);
        crc = line_crc(crc, bytes[i]);
    }
    write(address++, (uint8_t)crc);
    write(address, (uint8_t)(crc >> 8));
}

static uint32_t number_of(const uint8_t *bytes, uint8_t length)
{
    uint32_t value = 0;
    while (length--)
        value = value << 8 | bytes[length];
    return value;
}

uint32_t store_count_start(void)
{
    uint8_t bytes[4];
    uint32_t counts[2];
    bool whole[2];
    for (uint8_t i = 0; i < 2; i++) {
        whole[i] = read_checked((uint16_t)(STARTS + i * STARTS_STEP), bytes, 4);
        counts[i] = whole[i] ? number_of(bytes, 4) : 0;
    }
    /* After the most comes 1, so of that pair 1 is the newer. */
    uint8_t newer = counts[1] > counts[0];
    if (counts[newer] >= STORE_MOST_STARTS && counts[!newer] == 1)
        newer = !newer;
    uint32_t count = counts[newer] >= STORE_MOST_STARTS ? 1 : counts[newer] + 1;
    for (uint8_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(count >> (8 * i));
    uint8_t place = whole[newer] ? !newer : newer;
    write_checked((uint16_t)(STARTS + place * STARTS_STEP), bytes, 4);
    return count;
}

uint32_t store_name(void)
{
    uint8_t bytes[3];
    if (!read_checked(NAME, bytes, 3)) {
        uint32_t noise = port_noise();
        for (uint8_t i = 0; i < 3; i++)
            bytes[i] = (uint8_t)(noise >> (8 * i));
        write_checked(NAME, bytes, 3);
    }
    return number_of(bytes, 3);
}

static bool whole(uint8_t copy, uint16_t *generation)
{
    uint16_t address = COPIES[copy], crc = 0;
    if (port_eeprom_read(address) != 'S' || port_eeprom_read((uint16_t)(address + 1)) != 'D' ||
        port_eeprom_read((uint16_t)(address + 2)) != STORE_VERSION)
        return false;
    *generation = (uint16_t)(port_eeprom_read((uint16_t)(address + 3)) | port_eeprom_read((uint16_t)(address + 4)) << 8);
    for (uint16_t i = 0; i < HEAD + sizeof(learned_t); i++)
        crc = line_crc(crc, port_eeprom_read((uint16_t)(address + i)));
    address = (uint16_t)(address + HEAD + sizeof(learned_t));
    return port_eeprom_read(address) == (crc & 0xFF) && port_eeprom_read((uint16_t)(address + 1)) == crc >> 8;
}

bool store_load(store_t *store, learned_t *learned)
{
    uint16_t generations[2] = {0, 0};
    bool first = whole(0, &generations[0]), second = whole(1, &generations[1]);
    store->place = 0;
    store->crc = 0;
    store->generation = 0;
    store->newest = 1; /* so that the first copy is written first */
    if (!first && !second) {
        faces_clear(learned);
        return false;
    }
    /* Generations wrap around: the newer is the one that is ahead by less than half of them. */
    bool second_newer = (uint16_t)(generations[1] - generations[0]) < 0x8000;
    store->newest = second && (!first || second_newer);
    store->generation = generations[store->newest];
    uint8_t *bytes = (uint8_t *)learned;
    for (uint16_t i = 0; i < sizeof(learned_t); i++)
        bytes[i] = port_eeprom_read((uint16_t)(COPIES[store->newest] + HEAD + i));
    return true;
}

void store_begin(store_t *store)
{
    store->newest = !store->newest;
    store->generation++;
    store->place = 1;
    store->crc = 0;
}

bool store_busy(const store_t *store)
{
    return store->place != 0;
}

void store_step(store_t *store, const learned_t *learned)
{
    if (!store->place || !port_eeprom_ready())
        return;
    uint16_t index = (uint16_t)(store->place - 1);
    uint8_t value;
    if (index < HEAD) {
        const uint8_t head[HEAD] = {'S', 'D', STORE_VERSION, (uint8_t)store->generation, (uint8_t)(store->generation >> 8)};
        value = head[index];
    } else if (index < HEAD + sizeof(learned_t)) {
        value = ((const uint8_t *)learned)[index - HEAD];
    } else {
        value = (uint8_t)(index == WHOLE - 1 ? store->crc >> 8 : store->crc);
    }
    if (index < HEAD + sizeof(learned_t))
        store->crc = line_crc(store->crc, value);
    write((uint16_t)(COPIES[store->newest] + index), value);
    store->place = (uint16_t)(index + 1 == WHOLE ? 0 : store->place + 1);
}
