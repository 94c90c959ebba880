#include "sense.h"

void sense_start(sense_t *sense, uint8_t channels)
{
    sense->channels = channels;
    sense->rounds = 0;
    sense->blind = false;
    for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
        sense->sums[i] = 0;
}

bool sense_round(sense_t *sense, const uint16_t *dark, const uint16_t *lit)
{
    for (uint8_t i = 0; i < sense->channels; i++) {
        if (lit[i] < SENSE_BLIND || dark[i] < SENSE_BLIND)
            sense->blind = true;
        /* A difference below zero is noise or a lamp that changes; left in, it averages out. The sum wraps around and
         * comes back, for it ends between -20 and 20 counts at worst where there is no light at all. */
        sense->sums[i] = (uint16_t)(sense->sums[i] + dark[i] - lit[i]);
    }
    return ++sense->rounds >= SENSE_ROUNDS;
}

void sense_values(const sense_t *sense, uint8_t *values)
{
    for (uint8_t i = 0; i < sense->channels; i++) {
        uint16_t sum = sense->sums[i];
        if (sum > (uint16_t)(SENSE_ROUNDS * 1023u))
            sum = 0; /* below zero */
        uint16_t value = (uint16_t)((sum + 2 * SENSE_ROUNDS) / (4 * SENSE_ROUNDS));
        values[i] = (uint8_t)(value > 255 ? 255 : value);
    }
}
