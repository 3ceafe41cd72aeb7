import type { Today } from '../../lib/contract/operator/desk.ts'

/** The sections of the desk, each a page of its own, and what of them waits. */
export const SECTIONS = [
  { href: '/operator', title: '今日' },
  { href: '/operator/conversations', title: '咨询', waiting: 'conversations' },
  { href: '/operator/orders', title: '政策申报', waiting: 'orders' },
  { href: '/operator/requests', title: '入驻与贷款', waiting: 'requests' },
  { href: '/operator/reservations', title: '预约', waiting: 'reservations' },
  { href: '/operator/corrections', title: '内容纠错', waiting: 'corrections' },
  { href: '/operator/messages', title: '发布消息' },
  { href: '/operator/companies', title: '企业与等级' },
  { href: '/operator/experts', title: '专家与类别' },
  { href: '/operator/service', title: '服务' },
  { href: '/operator/operators', title: '运营人员' },
  { href: '/operator/security', title: '安全日志' },
] as const satisfies readonly { href: string; title: string; waiting?: keyof Today['counts'] }[]

export type Section = (typeof SECTIONS)[number]
