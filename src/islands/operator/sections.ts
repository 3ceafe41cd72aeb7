/** The sections of the desk, each a page of its own. */
export const SECTIONS = [
  { href: '/operator', title: '咨询' },
  { href: '/operator/orders', title: '政策申报' },
  { href: '/operator/requests', title: '入驻与贷款' },
  { href: '/operator/reservations', title: '预约' },
  { href: '/operator/messages', title: '发布消息' },
  { href: '/operator/companies', title: '企业与等级' },
  { href: '/operator/experts', title: '专家与类别' },
  { href: '/operator/corrections', title: '内容纠错' },
] as const

export type SectionTitle = (typeof SECTIONS)[number]['title']
