import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import {
  faultWords,
  type ListedSecurityEvent,
  SECURITY_EVENT_NAMES,
  SECURITY_EVENTS,
  SECURITY_LOG_SPANS,
  SECURITY_ROLE_NAMES,
} from '../../lib/contract/operator/security-log.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { securityEvents } from '../../lib/stores/operator/lists.ts'
import { choiceOf, SearchField } from './ListBar.tsx'
import { ListScreen } from './ListTable.tsx'
import { turnTo } from './use-address.ts'

export const EVENT_COLUMNS: TableColumnsType<ListedSecurityEvent> = [
  { title: '时间', render: (_, { gmt_create }) => formatMoment(gmt_create) },
  {
    title: '事件',
    render: (_, { event, times }) => (
      <>
        <b>{SECURITY_EVENTS[event]}</b>
        {times > 1 && ` ${times} 次`}
      </>
    ),
  },
  {
    title: '谁',
    render: (_, { role, actor }) => [SECURITY_ROLE_NAMES[role], actor].filter(Boolean).join('：'),
  },
  { title: '来源地址', dataIndex: 'address' },
  {
    title: '企业',
    render: (_, { company }) => {
      const id = company && /（(\d+)）$/.exec(company)?.[1]
      return id ? <a href={`/operator/companies?id=${id}`}>{company}</a> : company
    },
  },
  {
    title: '内容',
    render: (_, { event, action, target, note }) =>
      [event === 'fault' && action ? faultWords(action) : action, target, note].filter(Boolean).join(' · '),
  },
]

const CHOICES = [
  choiceOf('event', '事件', SECURITY_EVENT_NAMES, (event) => SECURITY_EVENTS[event]),
  choiceOf('days', '时间', SECURITY_LOG_SPANS, (days) => `最近 ${days} 天`, '最近 7 天'),
]

const WHO = '手机号、用户编号或地址'

/** 安全日志: actions on accounts and data, with the person and the address. */
export function SecurityLog() {
  // Not in the address: a phone would stay in the history.
  const [who, setWho] = useState('')
  return (
    <ListScreen
      label="安全日志"
      list={securityEvents}
      also={{ who }}
      columns={EVENT_COLUMNS}
      choices={CHOICES}
      exported="security"
      empty="没有这样的记录"
    >
      <SearchField
        label={WHO}
        placeholder={WHO}
        value={who}
        onSearch={(text) => {
          setWho(text)
          turnTo(1)
        }}
      />
    </ListScreen>
  )
}
