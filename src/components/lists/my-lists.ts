/** The pages /mylist/1 … /mylist/4, in this order. */
export const MY_LISTS = [
  { title: '我的申报订单', text: '您企业的草稿和申报，每一单的进度都在这里。', list: null },
  { title: '我的匹配政策', text: '按企业账户里的回答匹配，符合的在前，每条都说明理由。', list: 'matched' },
  { title: '最新匹配政策', text: '上次来过之后新匹配到的政策。', list: 'latest' },
  { title: '我的关注', text: '您企业关注的政策，同事的关注也在这里。', list: 'followed' },
] as const
