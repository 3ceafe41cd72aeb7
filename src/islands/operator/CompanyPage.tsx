import { useStore } from '@nanostores/react'
import { Button, Form, Tabs } from 'antd'
import { useState } from 'react'
import { endCompanySessions, type ListedCompany } from '../../lib/contract/operator/company.ts'
import { changeCompanyLevel } from '../../lib/contract/operator/package.ts'
import { formatBytes } from '../../lib/rules/text/format-number.ts'
import { beginWithCompany } from '../../lib/stores/operator/desk.ts'
import { submit } from '../../lib/stores/operator/list.ts'
import { companies, companyActs, packages } from '../../lib/stores/operator/lists.ts'
import { companyProfile } from '../../lib/stores/operator/value.ts'
import { Select } from '../kit/antd.tsx'
import { BeginTalk } from './BeginTalk.tsx'
import { FormModal, TextField } from './FormModal.tsx'
import { OwnedTable, PartState } from './ListTable.tsx'
import { companyTabs } from './queue/company-facts.tsx'
import { EVENT_COLUMNS } from './SecurityLog.tsx'
import { useShortcut } from './shortcuts.tsx'

export function CompanyPage({ id, onBack }: { id: number; onBack: () => void }) {
  const state = useStore(companyProfile.$state)
  const company = state.status === 'ready' && state.value.company.id === id ? state.value.company : null
  useShortcut('back', onBack)
  const acts = {
    key: 'acts',
    label: '操作记录',
    children: (
      <OwnedTable label="操作记录" list={companyActs} owner={id} columns={ACT_COLUMNS} empty="没有记录" />
    ),
  }
  return (
    <>
      <div className="desk-line">
        <Button autoFocus type="link" className="desk-open" onClick={onBack}>
          ‹ 全部企业
        </Button>
        <h2>{company?.name ?? `企业 ${id}`}</h2>
        {company && <CompanyActs company={company} />}
      </div>
      {state.status === 'failed' ? (
        <PartState state={state} onRetry={() => companyProfile.load(id)} />
      ) : (
        <Tabs items={[...companyTabs(id, 2), acts]} />
      )}
    </>
  )
}

function CompanyActs({ company }: { company: ListedCompany }) {
  const [open, setOpen] = useState<'level' | 'sessions'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <span className="desk-soft">
        文件 {formatBytes(company.used)} / {formatBytes(company.quota)}
      </span>
      <span className="desk-actions desk-end">
        <BeginTalk begin={() => beginWithCompany(company.id)} />
        <Button onClick={() => setOpen('level')}>调整等级</Button>
        <Button onClick={() => setOpen('sessions')}>退出所有登录</Button>
      </span>
      {open === 'level' && <LevelDialog company={company} onClose={close} />}
      {open === 'sessions' && (
        <FormModal
          title="退出这家企业的所有登录"
          okText="退出"
          danger
          done="已退出，对方要重新登录"
          onSubmit={() => submit(endCompanySessions, { params: { id: company.id } })}
          onClose={close}
        >
          企业发现有人冒用账号、自己又不能处理时使用。请先确认是企业本人提出的。
        </FormModal>
      )}
    </>
  )
}

const ACT_COLUMNS = EVENT_COLUMNS.filter(({ title }) => title !== '企业')

export function LevelDialog({ company, onClose }: { company: ListedCompany; onClose: () => void }) {
  const levels = useStore(packages.$state).page?.items ?? []
  return (
    <FormModal<{ level: number; note?: string }>
      title={`调整“${company.name}”的等级`}
      okText="调整等级"
      done="等级已调整，并通知企业"
      initial={{ level: company.level }}
      fields={changeCompanyLevel.body.entries}
      onSubmit={(body) =>
        submit(
          changeCompanyLevel,
          { params: { id: company.id }, body },
          ...[companies, packages, companyProfile, companyActs],
        )
      }
      onClose={onClose}
    >
      <Form.Item name="level" label="企业等级" rules={[{ required: true, message: '请选择企业等级' }]}>
        <Select autoFocus options={levels.map(({ level, name }) => ({ value: level, label: name }))} />
      </Form.Item>
      <TextField name="note" label="给企业的说明（可不填）" rows={2} />
    </FormModal>
  )
}
