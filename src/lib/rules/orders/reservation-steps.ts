/** What becomes of a reservation, on both sides. */

/** What an operator may do next in each state. Until it is closed the company may cancel. */
export const RESERVATION_STEPS = {
  requested: ['confirmed', 'declined'],
  confirmed: ['done', 'declined'],
  declined: [],
  cancelled: [],
  done: [],
} as const

type State = keyof typeof RESERVATION_STEPS

interface Reserved {
  kind: 'expert' | 'provider' | 'fund' | 'upgrade'
  state: State
  /** ISO 8601; null: none has been found yet. */
  starts_at: string | null
  ends_at: string | null
}

/** Neither closed nor, once it was agreed on, over. */
export function canCancel({ state, starts_at, ends_at }: Reserved, nowMs: number): boolean {
  if (state === 'requested') return true
  const end = ends_at ?? starts_at
  return state === 'confirmed' && (end === null || Date.parse(end) > nowMs)
}

/** Whether the company left the time to the operators and has none yet. */
export function needsTime({ kind, state, starts_at }: Reserved): boolean {
  return kind !== 'upgrade' && starts_at === null && (state === 'requested' || state === 'confirmed')
}

/** What cancelling means, for whoever is about to. */
export function cancelWords({ kind, starts_at }: Reserved): string {
  if (kind === 'upgrade') return '取消后，工作人员不再处理这份申请；需要时可以再提交。'
  if (starts_at === null) return '取消后，工作人员不再为您安排时间；需要时可以再预约。'
  return kind === 'expert' ? '取消后，这个时间会让给别人。' : '取消后，约定的时间不再保留；需要时可以再预约。'
}
