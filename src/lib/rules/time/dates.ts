/** 2026-11-20 → 2026年11月20日, for running text. Tables keep the ISO form. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

const MOMENT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** 2026-11-21T02:00:01.000Z → 2026-11-21 10:00, in China. */
export function formatMoment(timestamp: string): string {
  return MOMENT.format(new Date(timestamp))
}
