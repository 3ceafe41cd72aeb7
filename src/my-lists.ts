/** A company's own lists, in the order of the personal menu. */
export const MY_ORDERS = { href: '/mylist/1', title: '我的申报订单' }
export const MY_MATCHES = { href: '/mylist/2', title: '我的匹配政策' }

export const MY_LISTS = [
  MY_ORDERS,
  MY_MATCHES,
  { href: '/mylist/3', title: '最新匹配政策' },
  { href: '/mylist/4', title: '我的关注' },
] as const
