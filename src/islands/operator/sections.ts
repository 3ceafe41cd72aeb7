import type { Today } from '../../lib/contract/operator/desk.ts'

/** The sections of the desk, each a page: the key that leads there after G, and the count beside its name. */
export const SECTIONS = [
  { href: '/operator', title: '我的待办', key: 't', waiting: 'mine' },
  { href: '/operator/conversations', title: '咨询', key: 'c', waiting: 'conversations' },
  { href: '/operator/orders', title: '政策申报', key: 'o', waiting: 'orders' },
  { href: '/operator/requests', title: '入驻与贷款', key: 'r', waiting: 'requests' },
  { href: '/operator/reservations', title: '预约', key: 'v', waiting: 'reservations' },
  { href: '/operator/corrections', title: '内容纠错', key: 'e', waiting: 'corrections' },
  { href: '/operator/messages', title: '发布消息', key: 'm' },
  { href: '/operator/companies', title: '企业与等级', key: 'q' },
  { href: '/operator/experts', title: '专家与类别', key: 'x' },
  { href: '/operator/service', title: '服务', key: 's' },
  { href: '/operator/operators', title: '运营人员', key: 'p' },
  { href: '/operator/security', title: '安全日志', key: 'l' },
] as const satisfies readonly { href: string; title: string; key: string; waiting?: keyof Today['counts'] }[]

export type Section = (typeof SECTIONS)[number]
