/** 安全日志: what happened to accounts and data, for the operators. The names are explained in docs/security-log.md. */

/** Half a year, which the law asks for, and some days in which somebody can still look. */
export const SECURITY_LOG_DAYS = 200

/** Every kind of event by its name, with the words for people. */
export const SECURITY_EVENTS = {
  login: '登录成功',
  'login-failed': '登录失败',
  logout: '退出登录',
  'session-ended': '结束其他设备的登录',
  'limit-met': '达到限额',
  refused: '无权操作',
  'not-found': '访问不存在或他人的数据',
  'operator-read': '运营查看',
  'operator-act': '运营操作',
  'operator-download': '运营下载企业文件',
  'operator-added': '增加运营人员',
  'operator-withdrawn': '撤销运营人员',
  'level-changed': '调整企业等级',
  'person-joined': '成员加入企业',
  'person-removed': '成员离开企业',
  export: '导出企业数据',
  'deletion-asked': '申请注销企业',
  'deletion-cancelled': '撤销注销申请',
  deleted: '删除企业数据',
  'file-differs': '文件与收存时不同',
  started: '服务启动',
  'log-trimmed': '清理过期日志',
} as const satisfies Record<string, string>

export type SecurityEventName = keyof typeof SECURITY_EVENTS

/** Who did it: nobody known, a company's person, an operator, the portal by itself. */
export const SECURITY_ROLES = ['visitor', 'company', 'operator', 'portal'] as const
