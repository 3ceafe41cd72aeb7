/** What the bell says about a reservation. */
import {
  RESERVATION_KIND_NAMES as KINDS,
  RESERVATION_STATE_NAMES as STATES,
} from '../../src/lib/rules/orders/reservation-words.ts'
import type { ReservationRow } from './reservations.ts'

const CHINA_TIME = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export function answerWords(row: ReservationRow): string {
  return `您的${subject(row)}${STATES[row.state]}。${row.answer ? `说明：${row.answer}` : ''}`
}

export function reminderWords(row: ReservationRow): string {
  return `提醒：您的${subject(row)}即将开始，当前状态：${STATES[row.state]}。如不能参加，请及时取消。`
}

/** 专家咨询“李老师”（11月25日 10:00） */
function subject({ kind, target_name, starts_at }: ReservationRow): string {
  const name = target_name === null ? '' : `“${target_name}”`
  const time = starts_at === null ? '' : `（${CHINA_TIME.format(starts_at)}）`
  return KINDS[kind] + name + time
}
