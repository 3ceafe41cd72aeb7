/** What reservations are called, on both sides. */
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

/** 11月25日周三 10:00—10:50, in China. Times are ISO 8601. @param endsAt null: nobody knows how long it takes */
export function timeSpan(startsAt: string, endsAt: string | null): string {
  const start = MOMENT.format(new Date(startsAt))
  return endsAt === null ? start : `${start}—${CLOCK.format(new Date(endsAt))}`
}

/** The reservation is confirmed already, so what it asks for can no longer be changed. */
export function confirmedWords(kind: keyof typeof RESERVATION_KIND_NAMES): string {
  return kind === 'upgrade'
    ? '这份升级申请之前已提交成功，工作人员也已处理，这次的改动没有保存。请在“我的预约”查看；改联系方式请告诉在线客服'
    : '这个预约之前已提交成功，工作人员也已处理，这次的改动没有保存。请在“我的预约”查看：改联系方式请告诉在线客服，换时间请先取消；仍要再约一次，请再提交'
}
