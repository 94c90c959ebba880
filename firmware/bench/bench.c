/* A dice reader without the parts: its firmware, dice in its wells, and a serial line that may be damaged.
 *
 *     bench LINK [FIRMWARE.elf [SEED]]
 *
 * LINK is made to lead to the reader's serial line, a pseudo-terminal. Commands come in on standard input, one a line;
 * each is answered by one line, "ok MS LAMP BUZZER" or "error ...". The reader's time stands still but for these:
 *
 *     run MS                  as fast as it can
 *     live SPEED              so much faster than the clock, until the next command; 1 is as in life
 *
 * What is done to it:
 *
 *     put num|col FACE DX DY TURN TILT_X TILT_Y    take num|col      (optics.h has the units)
 *     sun STEPS    lamp STEPS    noise STEPS    gain FACTOR    dust CHANNEL PART    button 0|1
 *     power off|on    reset    hang    unplug    plug    dtr 0|1 (whoever opens the line resets the reader)
 *     corrupt RATE            so many of the bytes are changed, both ways
 *     eeprom FILE (what is in it is written there)    load FILE (before power on)
 *     show                    nothing: for the answer alone
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "engine.h"
#include "optics.h"

static const char *link_name, *firmware;
static optics_t optics;
static uint8_t eeprom[ENGINE_EEPROM];
static bool powered, pressed, lamp, buzzer, dtr, opened;
static int line = -1;  /* the reader's end; -1 while unplugged */
static int spare = -1; /* holds the number of the line before while that shall not be used again */
static double corrupt, speed;
static uint8_t said[4096];
static unsigned said_length;

uint16_t bench_input(uint8_t input, bool infrared, uint8_t lamps, uint64_t us)
{
    return optics_read(&optics, input, infrared, lamps, us);
}

bool bench_button(void)
{
    return pressed;
}

void bench_shown(bool lamp_on, bool buzzer_on)
{
    lamp = lamp_on;
    buzzer = buzzer_on;
}

static uint8_t damaged(uint8_t byte)
{
    if (corrupt > 0 && optics_chance(&optics) < corrupt)
        byte ^= (uint8_t)(1 + 255 * optics_chance(&optics));
    return byte;
}

void bench_said(uint8_t byte)
{
    if (said_length < sizeof said)
        said[said_length++] = damaged(byte);
}

/* Opens a pseudo-terminal, of another number than the one before. */
static bool open_line(void)
{
    static char before[64];
    line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (line >= 0 && !strcmp(ptsname(line), before)) {
        if (spare >= 0)
            close(spare);
        spare = line;
        line = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    }
    if (line < 0 || grantpt(line) || unlockpt(line))
        return false;
    snprintf(before, sizeof before, "%s", ptsname(line));
    return true;
}

static bool plug(void)
{
    if (!open_line())
        return false;
    const char *name = ptsname(line);
    int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios raw;
    if (slave < 0 || tcgetattr(slave, &raw))
        return false;
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    unlink(link_name);
    opened = false;
    return symlink(name, link_name) == 0;
}

static void unplug(void)
{
    unlink(link_name);
    close(line);
    line = -1;
}

/* Bytes both ways; notices who opens the line. */
static void carry(void)
{
    if (line >= 0) {
        struct pollfd end = {.fd = line, .events = POLLIN};
        poll(&end, 1, 0);
        bool now = !(end.revents & POLLHUP);
        if (now && !opened && dtr && powered)
            engine_reset();
        opened = now;
        uint8_t bytes[256];
        ssize_t length;
        while (opened && (length = read(line, bytes, sizeof bytes)) > 0)
            for (ssize_t i = 0; i < length && powered; i++)
                engine_hear(damaged(bytes[i]));
        /* What nobody reads is lost, as on a wire. */
        if (opened && said_length && write(line, said, said_length) < 0 && errno != EAGAIN && errno != EIO)
            perror("bench: line");
    }
    said_length = 0;
}

static void run(uint64_t ms)
{
    while (ms) {
        uint64_t part = ms < 50 ? ms : 50;
        carry();
        if (powered)
            engine_run(part * 1000);
        ms -= part;
    }
    carry();
}

static optics_die_t *die_of(const char *word)
{
    return !strcmp(word, "num") ? &optics.number : !strcmp(word, "col") ? &optics.colour : NULL;
}

static bool power(bool on)
{
    if (on && !powered)
        return powered = engine_power_on(firmware, eeprom);
    if (!on && powered)
        engine_power_off(eeprom);
    powered = on;
    return true;
}

static bool file(const char *name, bool save)
{
    FILE *stream = fopen(name, save ? "wb" : "rb");
    if (!stream)
        return false;
    if (save && powered) { /* off and on again would be a start: the firmware shall not notice */
        fclose(stream);
        return false;
    }
    size_t done = save ? fwrite(eeprom, 1, sizeof eeprom, stream) : fread(eeprom, 1, sizeof eeprom, stream);
    return fclose(stream) == 0 && done == sizeof eeprom;
}

/* Carries out a command; NULL, or what is wrong with it. */
static const char *obey(char *text)
{
    char word[16] = "", what[256] = "", face;
    double a;
    int used = 0;
    if (sscanf(text, "%15s%n", word, &used) != 1)
        return "no command";
    text += used;
    sscanf(text, "%255s", what);
    bool number = sscanf(text, "%lf", &a) == 1;
    if (!strcmp(word, "put")) {
        optics_die_t *die = die_of(what), put = {.there = true};
        if (!die || sscanf(text, "%*s %c %lf %lf %lf %lf %lf", &face, &put.dx, &put.dy, &put.turn, &put.tilt_x, &put.tilt_y) != 6)
            return "put num|col FACE DX DY TURN TILT_X TILT_Y";
        put.face = face;
        *die = put;
        optics_arrange(&optics);
    } else if (!strcmp(word, "take")) {
        optics_die_t *die = die_of(what);
        if (!die)
            return "take num|col";
        die->there = false;
        optics_arrange(&optics);
    } else if (!strcmp(word, "dust")) {
        unsigned channel;
        if (sscanf(text, "%u %lf", &channel, &a) != 2 || channel > OPTICS_SPOTS)
            return "dust CHANNEL PART";
        optics.dust[channel] = a;
        optics_arrange(&optics);
    } else if (!strcmp(word, "power")) {
        if (!power(!strcmp(what, "on")))
            return "the firmware cannot be loaded";
    } else if (!strcmp(word, "reset")) {
        if (powered)
            engine_reset();
    } else if (!strcmp(word, "hang")) {
        if (!powered || !engine_hang())
            return "only the real firmware can hang";
    } else if (!strcmp(word, "unplug")) {
        if (line >= 0)
            unplug();
    } else if (!strcmp(word, "plug")) {
        if (line < 0 && !plug())
            return strerror(errno);
    } else if (!strcmp(word, "eeprom") || !strcmp(word, "load")) {
        if (powered || !file(what, word[0] == 'e'))
            return "needs the power off, and a file";
    } else if (!strcmp(word, "show")) {
        return NULL;
    } else if (!number) {
        return "no such command";
    } else if (!strcmp(word, "run")) {
        run((uint64_t)a);
    } else if (!strcmp(word, "live")) {
        speed = a;
    } else if (!strcmp(word, "sun")) {
        optics.sun = a;
    } else if (!strcmp(word, "lamp")) {
        optics.lamp = a;
    } else if (!strcmp(word, "noise")) {
        optics.noise = a;
    } else if (!strcmp(word, "gain")) {
        optics.gain = a;
    } else if (!strcmp(word, "button")) {
        pressed = a != 0;
    } else if (!strcmp(word, "dtr")) {
        dtr = a != 0;
    } else if (!strcmp(word, "corrupt")) {
        corrupt = a;
    } else {
        return "no such command";
    }
    return NULL;
}

static double clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Runs at the pace of ``speed`` until a command comes. */
static void live(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    double begun = clock_ms(), done = 0;
    while (speed > 0 && poll(&input, 1, 2) == 0) {
        double due = (clock_ms() - begun) * speed;
        if (due - done > 200 * speed) { /* this computer is too slow, or slept */
            begun = clock_ms();
            done = due = 0;
        }
        if (due - done >= 1) {
            run((uint64_t)(due - done));
            done += (double)(uint64_t)(due - done);
        }
    }
}

/* A line of standard input, unbuffered so that poll knows of each; false at its end. */
static bool next_command(char *text, size_t size)
{
    size_t length = 0;
    char byte;
    while (read(STDIN_FILENO, &byte, 1) == 1) {
        if (byte == '\n') {
            text[length] = '\0';
            return true;
        }
        if (length + 1 < size)
            text[length++] = byte;
    }
    return false;
}

int main(int count, char **words)
{
    char text[512];
    if (count < 2) {
        fprintf(stderr, "usage: bench LINK [FIRMWARE.elf]\n");
        return 2;
    }
    link_name = words[1];
    firmware = count > 2 ? words[2] : NULL;
    memset(eeprom, 0xFF, sizeof eeprom);
    optics_start(&optics, count > 3 ? strtoull(words[3], NULL, 10) : 1);
    if (!plug() || !power(true)) {
        fprintf(stderr, "bench: %s cannot be used, or no pseudo-terminal is to be had\n", firmware ? firmware : link_name);
        return 2;
    }
    printf("ok\n");
    fflush(stdout);
    for (live(); next_command(text, sizeof text); live()) {
        const char *wrong = obey(text);
        if (wrong)
            printf("error %s\n", wrong);
        else
            printf("ok %llu %d %d\n", (unsigned long long)(engine_now() / 1000), lamp, buzzer);
        fflush(stdout);
    }
    unplug();
    return 0;
}
