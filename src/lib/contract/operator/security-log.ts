/** 安全日志: events on accounts and data, for the operators. docs/security-log.md explains the names. */

import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, numberChoice, pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'

export const SECURITY_EVENTS_PER_PAGE = 50

/** The half year of the law, and some days more. */
export const SECURITY_LOG_DAYS = 200

export const SECURITY_EVENTS = {
  login: '登录成功',
  'login-failed': '登录失败',
  logout: '退出登录',
  proved: '再次验证本人',
  'session-ended': '结束其他设备的登录',
  'limit-met': '达到限额',
  'sms-refused': '短信未发出',
  refused: '无权操作',
  'not-found': '访问不存在或他人的数据',
  'operator-read': '运营查看',
  'operator-act': '运营操作',
  'operator-download': '运营下载企业文件',
  'operator-added': '增加运营人员',
  'operator-withdrawn': '撤销运营人员',
  'factor-set-up': '设置身份验证器',
  'factor-reset': '重置身份验证器',
  'recovery-used': '使用恢复码',
  'recovery-renewed': '重新生成恢复码',
  'level-changed': '调整企业等级',
  'person-joined': '成员加入企业',
  'person-removed': '成员离开企业',
  export: '导出企业数据',
  'list-exported': '导出列表',
  'deletion-asked': '申请注销企业',
  'deletion-cancelled': '撤销注销申请',
  deleted: '删除企业数据',
  'file-differs': '文件与收存时不同',
  'file-refused': '文件没有通过安全检查',
  fault: '系统故障',
  started: '服务启动',
  'log-trimmed': '清理过期日志',
} as const satisfies Record<string, string>

export type SecurityEventName = keyof typeof SECURITY_EVENTS

export const SECURITY_EVENT_NAMES = Object.keys(SECURITY_EVENTS) as SecurityEventName[]

/** Every `event` that the process logs as an error. */
const FAULTS: Readonly<Record<string, string>> = {
  fault: '处理请求出错',
  'job-failed': '后台任务失败',
  'jobs-failed': '后台任务没有运行',
  readiness: '自检没有通过',
  'stream-failed': '下载中断',
  'disk-full': '磁盘已满',
  'data-damaged': '数据文件有损坏',
  'objects-failed': '文件存储出错',
  'objects-sweep-failed': '清理文件失败',
  'metrics-failed': '运行指标出错',
}

/** Returns the words for a 系统故障; the kind of a job or a gateway may follow after ：. */
export function faultWords(action: string): string {
  const [event = '', ...kind] = action.split('：')
  return [FAULTS[event] ?? event, ...kind].join('：')
}

export const SECURITY_ROLES = ['visitor', 'company', 'operator', 'portal'] as const

export const SECURITY_ROLE_NAMES: Readonly<Record<(typeof SECURITY_ROLES)[number], string>> = {
  visitor: '未登录',
  company: '企业',
  operator: '运营',
  portal: '系统',
}

export const SECURITY_LOG_SPANS = [1, 7, 30, SECURITY_LOG_DAYS] as const

const securityEvent = v.object({
  id: v.number(),
  gmt_create: timestamp,
  event: v.picklist(SECURITY_EVENT_NAMES),
  role: v.picklist(SECURITY_ROLES),
  /** A name, or the last digits of a phone; null: unknown. */
  actor: v.nullable(v.string()),
  /** Network of the client. */
  address: v.nullable(v.string()),
  company: v.nullable(v.string()),
  action: v.nullable(v.string()),
  /** Row, such as `id=12`. */
  target: v.nullable(v.string()),
  note: v.nullable(v.string()),
  times: v.number(),
})

export type ListedSecurityEvent = v.InferOutput<typeof securityEvent>

/**
 * Newest first. `who`: a phone, a person's number, or an address or its beginning. `company_id`: the owner of the
 * data.
 */
export const listSecurityEvents = defineCall({
  summary: '安全日志',
  method: 'GET',
  path: '/operator/api/v1/security-events',
  access: 'operator',
  query: v.object({
    event: v.optional(v.picklist(SECURITY_EVENT_NAMES, '没有这种事件')),
    company_id: v.optional(idParam.entries.id),
    days: v.optional(numberChoice(SECURITY_LOG_SPANS), '7'),
    who: v.optional(
      v.union([line('手机号、编号或地址', 60), v.pipe(v.string(), v.trim(), v.literal(''))]),
      '',
    ),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(securityEvent) }),
})
