export const RESERVATION_KIND_NAMES = {
  expert: '专家咨询',
  provider: '服务商预约',
  fund: '基金预约',
  upgrade: '企业等级升级申请',
} as const

export const RESERVATION_STATE_NAMES = {
  requested: '待确认',
  confirmed: '已确认',
  declined: '未能受理',
  cancelled: '已取消',
  done: '已完成',
} as const

const MOMENT = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const CLOCK = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Returns 11月25日周三 10:00—10:50, in China. Times are ISO 8601. @param endsAt null if the length is unknown */
export function timeSpan(startsAt: string, endsAt: string | null): string {
  const start = MOMENT.format(new Date(startsAt))
  return endsAt === null ? start : `${start}—${CLOCK.format(new Date(endsAt))}`
}

/** The operators' next steps in each state. The company may cancel until it is closed. */
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
  starts_at: string | null
  ends_at: string | null
}

export function canCancel({ state, starts_at, ends_at }: Reserved, nowMs: number): boolean {
  if (state === 'requested') return true
  const end = ends_at ?? starts_at
  return state === 'confirmed' && (end === null || Date.parse(end) > nowMs)
}

export function needsTime({ kind, state, starts_at }: Reserved): boolean {
  return kind !== 'upgrade' && starts_at === null && (state === 'requested' || state === 'confirmed')
}

export function cancelWords({ kind, starts_at }: Reserved): string {
  if (kind === 'upgrade') return '取消后，工作人员不再处理这份申请；需要时可再提交。'
  if (starts_at === null) return '取消后，工作人员不再为您安排时间；需要时可再预约。'
  return kind === 'expert' ? '取消后，该时间将开放给其他人。' : '取消后，约定的时间不再保留；需要时可再预约。'
}
