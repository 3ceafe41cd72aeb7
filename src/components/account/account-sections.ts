/** The sections of /account, in this order. */
export const ACCOUNT_SECTIONS = [
  { id: 'profile', title: '企业档案' },
  { id: 'colleagues', title: '同事' },
  { id: 'reminders', title: '提醒' },
  { id: 'reservations', title: '我的预约' },
  { id: 'sessions', title: '登录设备' },
  { id: 'data', title: '企业数据' },
  { id: 'feeds', title: '日历与订阅' },
] as const
