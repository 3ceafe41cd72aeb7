import type { ApplicationWindow } from './application-window.ts'

/** 2026-11-20 → 2026年11月20日, for running text. Tables keep the ISO form. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/** 2026年1月1日至2026年12月31日, for running text. */
export function formatPeriod(window: ApplicationWindow): string {
  switch (window.kind) {
    case 'rolling':
      return '常年受理'
    case 'law':
      return '长期适用'
    case 'unknown':
      return '以原文为准'
    case 'batches':
      return window.months
        ? `按批次受理，通常每年${window.months[0]}月至${window.months[1]}月`
        : '按批次受理，以当批通知为准'
    default: {
      const { opens, closes } = window
      if (closes === null) return opens === null ? '长期执行' : `${formatDate(opens)}起执行`
      return `${opens === null ? '' : formatDate(opens)}至${formatDate(closes)}`
    }
  }
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
