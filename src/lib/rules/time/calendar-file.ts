/** iCalendar files (RFC 5545), which the build and the browser write. */

export interface CalendarEvent {
  /** The same for the same event in every build, so that a calendar moves it instead of showing it twice. */
  uid: string
  day: string
  stamp: string
  summary: string
  description: string
  url: string
  /** Days before the event at which the calendar rings, at nine in the morning; 1 or more. */
  alarmDays?: number
}

/** The hour of the portal's own reminders. An alarm counts from midnight, at which an all-day event begins. */
const ALARM_HOUR = 9
const LINE_OCTETS = 75
const OCTETS = new TextEncoder()

/** Returns an iCalendar file (RFC 5545) of all-day events: no times, so no time zones either. @param events at least one */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//zhice//policy calendar//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    // For programs older than RFC 7986.
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'X-PUBLISHED-TTL:P1D',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines({ uid, day, stamp, summary, description, url, alarmDays }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${compact(stamp)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    ...(alarmDays === undefined ? [] : alarmLines(alarmDays, summary)),
    'END:VEVENT',
  ]
}

function alarmLines(days: number, summary: string): string[] {
  const text = escapeText(summary)
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${text}`,
    `TRIGGER:-P${days - 1}DT${24 - ALARM_HOUR}H`,
    'END:VALARM',
  ]
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Breaks lines of more than 75 octets, with a blank before the rest; never inside a character. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = OCTETS.encode(character).length
    if (octets + size > LINE_OCTETS) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}
