import { useStore } from '@nanostores/react'
import { Button, Form, type TableColumnsType, Tabs } from 'antd'
import { useState } from 'react'
import type { ListedCompany } from '../../lib/contract/operator/company.ts'
import { LEVEL_NOTE_LIMIT } from '../../lib/contract/operator/package.ts'
import {
  type ListedSecurityEvent,
  SECURITY_EVENTS_PER_PAGE,
} from '../../lib/contract/operator/security-log.ts'
import { formatBytes } from '../../lib/rules/text/format-number.ts'
import { $companyProfile, companyActs, openCompanyProfile } from '../../lib/stores/operator/company.ts'
import { beginWithCompany } from '../../lib/stores/operator/desk.ts'
import { endLogins, packages, setCompanyLevel } from '../../lib/stores/operator/directory.ts'
import { Select } from '../kit/antd.tsx'
import { BeginTalk } from './BeginTalk.tsx'
import { FormModal, TextField } from './FormModal.tsx'
import { ListTable, PartState } from './ListTable.tsx'
import { companyTabs, useOwner } from './queue/company-facts.tsx'
import { EVENT_COLUMNS } from './SecurityDesk.tsx'
import { useShortcut } from './shortcuts.tsx'

/** A company with everything about it. */
export function CompanyPage({ id, onBack }: { id: number; onBack: () => void }) {
  const state = useStore($companyProfile)
  const [isEnding, setEnding] = useState(false)
  const [raised, setRaised] = useState<ListedCompany | null>(null)
  const company = state.status === 'ready' && state.id === id ? state.value.company : null
  useShortcut('back', onBack)
  const acts = { key: 'acts', label: '操作记录', children: <Acts id={id} /> }
  return (
    <>
      <div className="company-head">
        <Button autoFocus type="link" className="desk-open" onClick={onBack}>
          ‹ 全部企业
        </Button>
        <h2>{company?.name ?? `企业 ${id}`}</h2>
        {company && (
          <>
            <p className="desk-soft">
              文件 {formatBytes(company.used)} / {formatBytes(company.quota)}
            </p>
            <span className="desk-actions">
              <BeginTalk begin={() => beginWithCompany(id)} />
              <Button onClick={() => setRaised(company)}>调整等级</Button>
              <Button onClick={() => setEnding(true)}>退出所有登录</Button>
            </span>
          </>
        )}
      </div>
      {state.status === 'failed' && state.id === id ? (
        <PartState state={state} onRetry={() => openCompanyProfile(id)} />
      ) : (
        <Tabs items={[...companyTabs(id, 2), acts]} />
      )}
      {isEnding && (
        <FormModal<object>
          title="退出这家企业的所有登录"
          okText="退出"
          danger
          done="已退出，对方要重新登录"
          onSubmit={() => endLogins(id)}
          onClose={() => setEnding(false)}
        >
          企业发现有人冒用账号、自己又不能处理时使用。请先确认是企业本人提出的。
        </FormModal>
      )}
      {raised && <LevelDialog company={raised} onClose={() => setRaised(null)} />}
    </>
  )
}

/** Of the log what concerns no company again, for here it is always the same one. */
const ACT_COLUMNS: TableColumnsType<ListedSecurityEvent> = EVENT_COLUMNS.filter(
  ({ title }) => title !== '企业',
)

function Acts({ id }: { id: number }) {
  return (
    <ListTable
      label="操作记录"
      list={companyActs}
      columns={ACT_COLUMNS}
      perPage={SECURITY_EVENTS_PER_PAGE}
      onPage={useOwner(companyActs, id)}
      empty="没有记录"
    />
  )
}

/** A company gets another level, and is told. */
export function LevelDialog({ company, onClose }: { company: ListedCompany; onClose: () => void }) {
  const levels = useStore(packages.$state).page?.items ?? []
  return (
    <FormModal<{ level: number; note?: string }>
      title={`调整“${company.name}”的等级`}
      okText="调整等级"
      done="等级已调整，并通知企业"
      initial={{ level: company.level }}
      onSubmit={({ level, note = '' }) => setCompanyLevel(company.id, level, note)}
      onClose={onClose}
    >
      <Form.Item name="level" label="企业等级" rules={[{ required: true, message: '请选择企业等级' }]}>
        <Select autoFocus options={levels.map(({ level, name }) => ({ value: level, label: name }))} />
      </Form.Item>
      <TextField name="note" label="给企业的说明（可不填）" limit={LEVEL_NOTE_LIMIT} rows={2} />
    </FormModal>
  )
}
