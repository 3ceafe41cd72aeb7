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
import { Select } from '../kit/antd.tsx'
import { Desk } from './Desk.tsx'
import { type Column, DeskTable } from './DeskTable.tsx'
import { FilterSelect, SearchField } from './filters.tsx'
import { ListTools } from './ListTools.tsx'
import { turnTo, useAddress, useList } from './use-address.ts'

const COLUMNS: Column<ListedSecurityEvent>[] = [
  { title: '时间', cell: ({ gmt_create }) => formatMoment(gmt_create) },
  {
    title: '事件',
    cell: ({ event, times }) => (
      <>
        <b>{SECURITY_EVENTS[event]}</b>
        {times > 1 && ` ${times} 次`}
      </>
    ),
  },
  {
    title: '谁',
    cell: ({ role, actor }) => [SECURITY_ROLE_NAMES[role], actor].filter(Boolean).join('：'),
  },
  { title: '来源地址', cell: ({ address }) => address },
  {
    title: '企业',
    cell: ({ company }) => {
      const id = company && /（(\d+)）$/.exec(company)?.[1]
      return id ? <a href={`/operator/companies?id=${id}`}>{company}</a> : company
    },
  },
  {
    title: '内容',
    className: 'desk-text',
    cell: ({ event, action, target, note }) =>
      [event === 'fault' && action ? faultWords(action) : action, target, note].filter(Boolean).join(' · '),
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
  const { event, days } = readSecurityFilter(params)
  const [who, setWho] = useState('')
  useList(securityEvents, { event, days, who })

  return (
    <>
      <div className="desk-filters">
        <FilterSelect
          label="事件"
          all="全部事件"
          options={SECURITY_EVENT_NAMES.map((value) => ({ value, label: SECURITY_EVENTS[value] }))}
          value={event}
          onChange={(value) => change({ event: value, page: null })}
        />
        <Select
          aria-label="时间"
          options={SECURITY_LOG_SPANS.map((value) => ({ value, label: `最近 ${value} 天` }))}
          value={days}
          onChange={(value) => change({ days: value === 7 ? null : value, page: null })}
        />
        <SearchField
          label="手机号、用户编号或地址"
          placeholder="手机号、用户编号或地址"
          value={who}
          onSearch={(text) => {
            setWho(text)
            change({ page: null })
          }}
        />
        <ListTools list="security" filter={{ event, days, who }} />
      </div>
      <DeskTable
        label="安全日志"
        list={securityEvents}
        columns={COLUMNS}
        perPage={SECURITY_EVENTS_PER_PAGE}
        onPage={turnTo}
        empty="没有这样的记录"
      />
    </>
  )
}
