import { useStore } from '@nanostores/react'
import { Button, Drawer, Form, Input, Select, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import { COMPANIES_PER_PAGE, type ListedCompany } from '../../../lib/contract/operator/company.ts'
import { LEVEL_NOTE_LIMIT } from '../../../lib/contract/operator/package.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { beginWithCompany } from '../../../lib/stores/operator/begin.ts'
import { companies, packages, setCompanyLevel } from '../../../lib/stores/operator/directory.ts'
import { BeginTalk } from '../BeginTalk.tsx'
import { Desk } from '../Desk.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { DeskTabs } from '../DeskTabs.tsx'
import { FilterSelect } from '../FilterSelect.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { CompanyOrders } from '../queue/CompanyOrders.tsx'
import { CompanyPolicies } from '../queue/CompanyPolicies.tsx'
import { CompanyProfile } from '../queue/CompanyProfile.tsx'
import { SearchField } from '../SearchField.tsx'
import { readNumber, useAddress } from '../use-address.ts'
import { useLevelName } from '../use-level-name.ts'
import { turnTo, usePage } from '../use-page.ts'
import { PackageTable } from './PackageTable.tsx'

/** 企业与等级: find a company, set its level; what each level allows. */
export function CompaniesDesk() {
  return (
    <Desk title="企业与等级">
      <CompaniesTabs />
    </Desk>
  )
}

function CompaniesTabs() {
  const [params, change] = useAddress()
  useEffect(() => {
    packages.open(null, 1)
  }, [])
  return (
    <DeskTabs
      activeKey={params.get('tab') === 'levels' ? 'levels' : 'companies'}
      onChange={(tab) => change({ tab: tab === 'levels' ? tab : null, page: null, id: null })}
      items={[
        { key: 'companies', label: '企业', children: <Companies /> },
        { key: 'levels', label: '等级', children: <PackageTable /> },
      ]}
    />
  )
}

function Companies() {
  const [params, change] = useAddress()
  const levels = useStore(packages.$state).page?.items ?? []
  const q = (params.get('q') ?? '').trim().slice(0, 100)
  const level = readNumber(params, 'level') ?? undefined
  const page = usePage(companies.$state)
  const id = readNumber(params, 'id')
  const [raised, setRaised] = useState<ListedCompany | null>(null)
  useEffect(() => {
    companies.open({ q, level }, page)
  }, [q, level, page])
  const nameOf = useLevelName()

  const columns: TableColumnsType<ListedCompany> = [
    {
      title: '企业',
      dataIndex: 'name',
      render: (name: string, row) => (
        <Button type="link" className="desk-open" onClick={() => change({ id: row.id })}>
          {name}
        </Button>
      ),
    },
    { title: '编号', dataIndex: 'id' },
    { title: '等级', dataIndex: 'level', render: nameOf },
    { title: '申请', dataIndex: 'orders', render: (orders: number) => `${orders} 份` },
    { title: '注册时间', dataIndex: 'gmt_create', render: (at: string) => formatMoment(at) },
    {
      title: '处理',
      render: (_, row) => (
        <Button size="small" onClick={() => setRaised(row)}>
          调整等级
        </Button>
      ),
    },
  ]

  return (
    <>
      <div className="desk-filters">
        <FilterSelect<number>
          label="等级"
          all="全部等级"
          options={levels.map((item) => ({ value: item.level, label: item.name }))}
          value={level}
          onChange={(value) => change({ level: value, page: null })}
        />
        <SearchField
          label="搜索企业"
          placeholder="企业名称或编号"
          value={q}
          onSearch={(text) => change({ q: text, page: null })}
        />
      </div>
      <DeskTable
        label="企业"
        list={companies}
        columns={columns}
        perPage={COMPANIES_PER_PAGE}
        onPage={turnTo}
        empty={q || level ? '没有符合条件的企业' : '还没有企业注册'}
        openId={id}
      />
      <Drawer
        open={id !== null}
        size={640}
        title={<h2 className="drawer-title">企业资料</h2>}
        onClose={() => change({ id: null })}
        closable={{ 'aria-label': '关闭' }}
        extra={id !== null && <BeginTalk begin={() => beginWithCompany(id)} />}
      >
        {id !== null && (
          <DeskTabs
            key={id}
            items={[
              { key: 'profile', label: '档案', children: <CompanyProfile id={id} /> },
              { key: 'policies', label: '匹配政策', children: <CompanyPolicies id={id} /> },
              { key: 'orders', label: '订单', children: <CompanyOrders id={id} /> },
            ]}
          />
        )}
      </Drawer>
      {raised && <LevelDialog company={raised} onClose={() => setRaised(null)} />}
    </>
  )
}

/** A company gets another level, and is told. */
function LevelDialog({ company, onClose }: { company: ListedCompany; onClose: () => void }) {
  const levels = useStore(packages.$state).page?.items ?? []
  return (
    <FormDialog<{ level: number; note?: string }>
      title={`调整“${company.name}”的等级`}
      okText="调整等级"
      done="等级已调整，并通知企业"
      initial={{ level: company.level }}
      onSubmit={({ level, note = '' }) => setCompanyLevel(company.id, level, note)}
      onClose={onClose}
    >
      <Form.Item name="level" label="企业等级" rules={[{ required: true, message: '请选择企业等级' }]}>
        <Select options={levels.map(({ level, name }) => ({ value: level, label: name }))} />
      </Form.Item>
      <Form.Item name="note" label="给企业的说明（可不填）">
        <Input.TextArea rows={2} maxLength={LEVEL_NOTE_LIMIT} showCount />
      </Form.Item>
    </FormDialog>
  )
}
