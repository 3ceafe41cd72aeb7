import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import {
  faultWords,
  type ListedSecurityEvent,
  SECURITY_EVENT_NAMES,
  SECURITY_EVENTS,
  SECURITY_EVENTS_PER_PAGE,
  SECURITY_LOG_SPANS,
  SECURITY_ROLE_NAMES,
} from '../../lib/contract/operator/security-log.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { readSecurityFilter, securityEvents } from '../../lib/stores/operator/security-log.ts'
import { Desk } from './Desk.tsx'
import { ListBar, SearchField } from './ListBar.tsx'
import { ListTable } from './ListTable.tsx'
import { turnTo, useAddress, useList } from './use-address.ts'

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
  {
    name: 'event',
    label: '事件',
    all: '全部事件',
    options: SECURITY_EVENT_NAMES.map((value) => ({ value, label: SECURITY_EVENTS[value] })),
  },
  {
    name: 'days',
    label: '时间',
    all: '最近 7 天',
    options: SECURITY_LOG_SPANS.map((value) => ({ value, label: `最近 ${value} 天` })),
  },
]

/** 安全日志: who did what to accounts and data, and from where. */
export function SecurityDesk() {
  return (
    <Desk title="安全日志">
      <Events />
    </Desk>
  )
}

function Events() {
  const [params, change] = useAddress()
  const [who, setWho] = useState('')
  const filter = { ...readSecurityFilter(params), who }
  useList(securityEvents, filter)
  return (
    <>
      <ListBar filter={filter} choices={CHOICES} exported="security">
        <SearchField
          label="手机号、用户编号或地址"
          placeholder="手机号、用户编号或地址"
          value={who}
          onSearch={(text) => {
            setWho(text)
            change({ page: null })
          }}
        />
      </ListBar>
      <ListTable
        label="安全日志"
        list={securityEvents}
        columns={EVENT_COLUMNS}
        perPage={SECURITY_EVENTS_PER_PAGE}
        onPage={turnTo}
        empty="没有这样的记录"
      />
    </>
  )
}
