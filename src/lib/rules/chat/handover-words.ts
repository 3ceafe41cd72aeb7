export function handoverWords(
  kind: 'assigned' | 'snoozed' | 'woken',
  to: string | null,
  until: string | null,
): string {
  if (kind === 'assigned') return to === null ? ' 改为无人负责' : ` 转给 ${to}`
  if (kind === 'snoozed') return until === null ? ' 稍后处理' : ` 推迟到 ${until}`
  return ' 取消了稍后处理'
}
