#include "reader.h"

#include <string.h>

#include "button.h"
#include "faces.h"
#include "line.h"
#include "port.h"
#include "store.h"
#include "watch.h"

#define STATUS_MS 1000
#define REPEAT_MS 100
#define REPEATS 3 /* a change is told again soon, so that one damaged line loses nothing */
#define BEEP_MS 60
#define MOVED_NUMBER 14 /* sums of steps over the channels from one look to the next: noise stays below */
#define MOVED_COLOUR 8
#define ANSWER_LONGEST 24

static const char *const STATES[] = {"EMPTY", "MOVING", "STABLE", "LYING", "UNSURE"}; /* as state_t has them */
static const char *const COLOURS[] = {"red", "blue", "green", "yellow", "black", "white"}; /* as faces_of has them */

static struct {
    uint32_t ms;
    uint32_t name, starts;
    const char *cause;
    learned_t learned;
    store_t store;
    watch_t watch;
    sense_t sense;
    bool colour_next;
    bool moved; /* in this look, one well or the other */
    uint8_t number[NUMBER_SPOTS], colour[COLOUR_LAMPS];
    uint8_t blind; /* wells that had too much light */
    uint32_t told_at;
    uint8_t repeats;
    uint32_t lines; /* sent since the start */
    uint32_t damaged;
    line_in_t in;
    button_t button;
    uint32_t beep_at;
    bool beeping;
    bool stream;
    /* The last command and what was answered, for a command that is repeated. */
    bool answered, saving;
    uint32_t last_number;
    uint16_t last_crc;
    char last_type;
    char last_answer[ANSWER_LONGEST];
} reader;

static void send(line_out_t *out)
{
    if (line_end(out))
        port_send(out->text, out->length);
}

static void begin(line_out_t *out, const char *type)
{
    line_begin(out, type, ++reader.lines);
}

static void say_hello(void)
{
    line_out_t out;
    line_begin(&out, "I", 0);
    line_word(&out, "sharkdice " READER_PROTOCOL " fw=" READER_FIRMWARE " id=");
    for (uint8_t i = 0; i < 6; i++) {
        char digit[2] = {"0123456789abcdef"[reader.name >> (20 - 4 * i) & 0xF], '\0'};
        line_text(&out, digit);
    }
    line_word(&out, "rst=");
    line_text(&out, reader.cause);
    line_word(&out, "boots=");
    line_digits(&out, reader.starts);
    send(&out);
}

static const char *face_name(uint8_t well, char face, char room[2])
{
    if (face == FACE_UNKNOWN || face == FACE_EMPTY)
        return "-";
    if (well == WELL_COLOUR)
        return COLOURS[strchr(faces_of(WELL_COLOUR), face) - faces_of(WELL_COLOUR)];
    room[0] = face;
    room[1] = '\0';
    return room;
}

static void say_status(void)
{
    line_out_t out;
    char room[2];
    const watch_t *watch = &reader.watch;
    begin(&out, "S");
    line_value(&out, reader.ms);
    line_word(&out, STATES[watch->state]);
    line_word(&out, face_name(WELL_NUMBER, watch->number.face, room));
    line_value(&out, watch->number.margin);
    line_word(&out, face_name(WELL_COLOUR, watch->colour.face, room));
    line_value(&out, watch->colour.margin);
    line_value(&out, watch->throws);
    send(&out);
    reader.told_at = reader.ms;
}

static void say_values(void)
{
    line_out_t out;
    begin(&out, "V");
    for (uint8_t i = 0; i < NUMBER_SPOTS; i++)
        line_value(&out, reader.number[i]);
    for (uint8_t i = 0; i < COLOUR_LAMPS; i++)
        line_value(&out, reader.colour[i]);
    line_value(&out, reader.blind);
    send(&out);
}

static void give_answer(void)
{
    line_out_t out;
    const char type[2] = {reader.last_type, '\0'};
    begin(&out, type);
    line_value(&out, reader.last_number);
    if (reader.last_answer[0])
        line_word(&out, reader.last_answer);
    send(&out);
}

static void answer(char type, const char *text)
{
    reader.answered = true;
    reader.last_type = type;
    uint8_t length = 0;
    while (text[length] && length < ANSWER_LONGEST - 1) {
        reader.last_answer[length] = text[length];
        length++;
    }
    reader.last_answer[length] = '\0';
    give_answer();
}

static void answer_number(uint32_t value)
{
    line_out_t digits = {.length = 0, .fits = true};
    line_digits(&digits, value);
    digits.text[digits.length] = '\0';
    answer('A', digits.text);
}

static void refuse(const char *code)
{
    answer('E', code);
}

/* ``code`` and the faces that it is about, two of the same well, the second FACE_UNKNOWN where there is only one. */
static void refuse_faces(const char *code, uint8_t well, char one, char other)
{
    char text[ANSWER_LONGEST], room[2];
    strcpy(text, code);
    strcat(text, " ");
    strcat(text, face_name(well, one, room));
    if (other != FACE_UNKNOWN) {
        strcat(text, " ");
        strcat(text, face_name(well, other, room));
    }
    refuse(text);
}

static uint8_t well_of(const char *word)
{
    if (!strcmp(word, "num"))
        return WELL_NUMBER;
    return strcmp(word, "col") ? 0 : WELL_COLOUR;
}

static char face_of(uint8_t well, const char *word)
{
    char room[2];
    for (const char *face = faces_of(well); *face; face++)
        if (!strcmp(face_name(well, *face, room), word))
            return *face;
    return FACE_UNKNOWN;
}

static const uint8_t *values_of(uint8_t well)
{
    return well == WELL_NUMBER ? reader.number : reader.colour;
}

/* Whether what lies there can be measured now; refuses the command if not. */
static bool measurable(uint8_t wells)
{
    if (store_busy(&reader.store) || reader.ms - reader.watch.moved_at < STILL_MS)
        refuse("busy");
    else if (reader.blind & wells)
        refuse("light");
    else
        return true;
    return false;
}

static void learn(const line_t *line)
{
    uint8_t well = line->count < 4 ? 0 : well_of(line->words[2]);
    char face = well ? face_of(well, line->words[3]) : FACE_UNKNOWN, other;
    if (face == FACE_UNKNOWN) {
        refuse("face");
        return;
    }
    if (!measurable(well))
        return;
    watch_hold(&reader.watch);
    switch (faces_learn(&reader.learned, well, face, values_of(well), &other)) {
    case LEARN_OK:
        answer_number(faces_count(&reader.learned, well, face));
        break;
    case LEARN_FULL:
        refuse("full");
        break;
    case LEARN_SAME:
        refuse_faces("same", well, other, FACE_UNKNOWN);
        break;
    case LEARN_EMPTY:
        refuse("empty");
        break;
    }
}

static void calibrate(void)
{
    uint8_t wells = reader.learned.wells;
    if (!measurable(wells))
        return;
    for (uint8_t well = WELL_NUMBER; well <= WELL_COLOUR; well++)
        if (wells & well)
            faces_calibrate(&reader.learned, well, values_of(well));
    answer('A', "");
}

static void save(void)
{
    char mixed[2];
    if (store_busy(&reader.store)) {
        refuse("busy");
        return;
    }
    for (uint8_t well = WELL_NUMBER; well <= WELL_COLOUR; well++)
        if ((reader.learned.wells & well) && !faces_told_apart(&reader.learned, well, mixed)) {
            refuse_faces("mixed", well, mixed[0], mixed[1]);
            return;
        }
    store_begin(&reader.store);
    reader.saving = true; /* answered when all is written */
}

static void clear(const line_t *line)
{
    uint8_t well = line->count < 3 ? 0 : well_of(line->words[2]);
    if (!well) {
        refuse("form");
    } else if (store_busy(&reader.store)) {
        refuse("busy");
    } else {
        faces_forget(&reader.learned, well);
        answer('A', "");
    }
}

static const char *wells_name(void)
{
    switch (reader.learned.wells) {
    case WELL_NUMBER:
        return "num";
    case WELL_COLOUR:
        return "col";
    default:
        return "both";
    }
}

static void set(const line_t *line)
{
    uint8_t wells = 0;
    if (line->count >= 4 && !strcmp(line->words[2], "wells"))
        wells = strcmp(line->words[3], "both") ? well_of(line->words[3]) : WELL_NUMBER | WELL_COLOUR;
    if (!wells) {
        refuse("form");
    } else if (store_busy(&reader.store)) {
        refuse("busy");
    } else {
        reader.learned.wells = wells;
        answer('A', wells_name());
    }
}

static uint8_t samples(uint8_t well)
{
    uint8_t count = 0;
    for (const char *face = faces_of(well); *face; face++)
        count = (uint8_t)(count + faces_count(&reader.learned, well, *face));
    return count;
}

static void get(const line_t *line)
{
    const char *name = line->count < 3 ? "" : line->words[2];
    if (!strcmp(name, "wells"))
        answer('A', wells_name());
    else if (!strcmp(name, "num"))
        answer_number(samples(WELL_NUMBER));
    else if (!strcmp(name, "col"))
        answer_number(samples(WELL_COLOUR));
    else if (!strcmp(name, "cal"))
        answer_number(reader.learned.calibrated);
    else if (!strcmp(name, "damaged"))
        answer_number(reader.damaged);
    else
        refuse("name");
}

static void stream(const line_t *line)
{
    const char *on = line->count < 3 ? "" : line->words[2];
    if ((on[0] != '0' && on[0] != '1') || on[1]) {
        refuse("form");
        return;
    }
    reader.stream = on[0] == '1';
    answer('A', on);
}

static void obey(const line_t *line)
{
    const char *command = line->words[0];
    if (!strcmp(command, "HELLO")) {
        say_hello();
        return;
    }
    if (line->number == reader.last_number && line->crc == reader.last_crc && (reader.answered || reader.saving)) {
        if (reader.answered)
            give_answer();
        return;
    }
    reader.last_number = line->number;
    reader.last_crc = line->crc;
    reader.answered = reader.saving = false;
    if (!strcmp(command, "PING"))
        answer('A', "");
    else if (!strcmp(command, "STREAM"))
        stream(line);
    else if (!strcmp(command, "LEARN"))
        learn(line);
    else if (!strcmp(command, "CLEAR"))
        clear(line);
    else if (!strcmp(command, "CAL"))
        calibrate();
    else if (!strcmp(command, "SAVE"))
        save();
    else if (!strcmp(command, "SET"))
        set(line);
    else if (!strcmp(command, "GET"))
        get(line);
    else
        refuse("command");
}

void reader_start(uint32_t ms, const char *cause)
{
    memset(&reader, 0, sizeof reader);
    reader.ms = ms;
    reader.cause = cause;
    reader.starts = store_count_start();
    reader.name = store_name();
    store_load(&reader.store, &reader.learned);
    watch_start(&reader.watch, ms);
    reader.colour_next = !(reader.learned.wells & WELL_NUMBER);
    sense_start(&reader.sense, reader.colour_next ? COLOUR_LAMPS : NUMBER_SPOTS);
    say_hello();
}

void reader_byte(char byte)
{
    line_t line;
    if (!line_feed(&reader.in, byte))
        return;
    if (line_parse(reader.in.text, reader.in.length, &line))
        obey(&line);
    else
        reader.damaged++;
    reader.in.length = 0;
}

static seen_t look(uint8_t well)
{
    if (!(reader.learned.wells & well) || (reader.blind & well))
        return (seen_t){FACE_UNKNOWN, 0};
    return faces_look(&reader.learned, well, values_of(well));
}

static void tell_change(void)
{
    reader.repeats = REPEATS;
    say_status();
}

/* Both wells have been measured. */
static void look_in(bool moved)
{
    uint32_t throws = reader.watch.throws;
    if (watch_take(&reader.watch, reader.ms, reader.learned.wells, look(WELL_NUMBER), look(WELL_COLOUR), moved))
        tell_change();
    if (reader.watch.throws != throws) {
        reader.beep_at = reader.ms;
        reader.beeping = true;
    }
    if (reader.stream)
        say_values();
}

bool reader_wants_colour(void)
{
    return reader.colour_next;
}

void reader_round(const uint16_t *dark, const uint16_t *lit)
{
    if (!sense_round(&reader.sense, dark, lit))
        return;
    uint8_t well = reader.colour_next ? WELL_COLOUR : WELL_NUMBER;
    uint8_t *kept = reader.colour_next ? reader.colour : reader.number;
    uint8_t now[NUMBER_SPOTS];
    uint16_t change = 0;
    sense_values(&reader.sense, now);
    for (uint8_t i = 0; i < reader.sense.channels; i++) {
        change = (uint16_t)(change + (now[i] > kept[i] ? now[i] - kept[i] : kept[i] - now[i]));
        kept[i] = now[i];
    }
    reader.blind = (uint8_t)(reader.sense.blind ? reader.blind | well : reader.blind & ~well);
    reader.moved |= change > (reader.colour_next ? MOVED_COLOUR : MOVED_NUMBER);

    uint8_t wells = reader.learned.wells;
    bool last = reader.colour_next || !(wells & WELL_COLOUR);
    reader.colour_next = last ? !(wells & WELL_NUMBER) : true;
    sense_start(&reader.sense, reader.colour_next ? COLOUR_LAMPS : NUMBER_SPOTS);
    if (last) {
        look_in(reader.moved);
        reader.moved = false;
    }
}

void reader_tick(uint32_t ms, bool pressed)
{
    reader.ms = ms;
    if (store_busy(&reader.store)) {
        store_step(&reader.store, &reader.learned);
        if (!store_busy(&reader.store) && reader.saving) {
            reader.saving = false;
            answer('A', "");
        }
    }
    if (button_take(&reader.button, pressed)) {
        line_out_t out;
        begin(&out, "B");
        line_value(&out, ms);
        send(&out);
    }
    if (reader.beeping && ms - reader.beep_at >= BEEP_MS)
        reader.beeping = false;
    uint32_t quiet = ms - reader.told_at;
    if (reader.repeats && quiet >= REPEAT_MS) {
        reader.repeats--;
        say_status();
    } else if (quiet >= STATUS_MS) {
        say_status();
    }
}

static bool ready(void)
{
    for (uint8_t well = WELL_NUMBER; well <= WELL_COLOUR; well++)
        if ((reader.learned.wells & well) && !faces_ready(&reader.learned, well))
            return false;
    return true;
}

bool reader_lamp(void)
{
    uint16_t phase = (uint16_t)(reader.ms % 2000);
    if (store_busy(&reader.store))
        return phase % 100 < 50;
    if (!ready())
        return phase % 1000 < 100 || (phase % 1000 >= 200 && phase % 1000 < 300);
    switch (reader.watch.state) {
    case STATE_STABLE:
        return true;
    case STATE_LYING:
        return phase % 1000 < 900;
    case STATE_UNSURE:
        return phase % 250 < 125;
    case STATE_EMPTY:
        return phase < 50;
    default:
        return false;
    }
}

bool reader_buzzer(void)
{
    return reader.beeping;
}
