import { DAY_MS } from '../time/durations.ts'

export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns the corresponding day, or the last day of a shorter month (民法典第二百零二条). */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return writeDay(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)))
}

export function dayAfter(day: string): string {
  return writeDay(Date.parse(day) + DAY_MS)
}

function writeDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
