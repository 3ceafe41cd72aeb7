import { useStore } from '@nanostores/react'
import { Button, Form, InputNumber, type TableColumnsType, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { PACKAGES_PER_PAGE } from '../../lib/contract/account/package.ts'
import { COMPANIES_PER_PAGE, type ListedCompany } from '../../lib/contract/operator/company.ts'
import {
  FILE_STORAGE_LIMIT_MB,
  FILES_LIMIT,
  FOLDERS_LIMIT,
  type OperatorPackage,
  PACKAGE_DESCRIPTION_LIMIT,
  PACKAGE_NAME_LIMIT,
} from '../../lib/contract/operator/package.ts'
import { formatBytes, formatNumber } from '../../lib/rules/text/format-number.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { companies, packages, readCompaniesFilter, setPackage } from '../../lib/stores/operator/directory.ts'
import { CompanyPage, LevelDialog } from './CompanyPage.tsx'
import { Desk } from './Desk.tsx'
import { FormModal, TextField } from './FormModal.tsx'
import { ListBar } from './ListBar.tsx'
import { ListTable } from './ListTable.tsx'
import { useLevelName } from './queue/company-facts.tsx'
import { readNumber, turnTo, useAddress, useList } from './use-address.ts'

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
  const id = readNumber(params, 'id')
  useEffect(() => {
    packages.open(null, 1)
  }, [])
  if (id !== null) return <CompanyPage key={id} id={id} onBack={() => change({ id: null })} />
  return (
    <Tabs
      destroyOnHidden
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
  const filter = readCompaniesFilter(params)
  useList(companies, filter)
  const [raised, setRaised] = useState<ListedCompany | null>(null)
  const nameOf = useLevelName()

  const columns: TableColumnsType<ListedCompany> = [
    {
      title: '企业',
      render: (_, { id, name }) => (
        <Button type="link" className="desk-open" onClick={() => change({ id })}>
          {name}
        </Button>
      ),
    },
    { title: '编号', dataIndex: 'id' },
    { title: '等级', render: (_, { level }) => nameOf(level) },
    { title: '文件空间', render: (_, { used, quota }) => `${formatBytes(used)} / ${formatBytes(quota)}` },
    { title: '申请', render: (_, { orders }) => `${orders} 份` },
    { title: '注册时间', render: (_, { gmt_create }) => formatMoment(gmt_create) },
    {
      title: '处理',
      render: (_, row) => (
        <Button size="small" onClick={() => setRaised(row)}>
          调整等级
        </Button>
      ),
    },
  ]
  const options = levels.map((item) => ({ value: item.level, label: item.name }))

  return (
    <>
      <ListBar
        filter={filter}
        choices={[{ name: 'level', label: '等级', all: '全部等级', options }]}
        search={{ label: '搜索企业', placeholder: '企业名称或编号' }}
        exported="companies"
      />
      <ListTable
        label="企业"
        list={companies}
        columns={columns}
        perPage={COMPANIES_PER_PAGE}
        onPage={turnTo}
        empty={filter.q || filter.level ? '没有符合条件的企业' : '暂无企业注册'}
      />
      {raised && <LevelDialog company={raised} onClose={() => setRaised(null)} />}
    </>
  )
}

type Row = OperatorPackage & { id: number }

const NUMBERS = [
  { name: 'file_storage', label: '文件空间（MB）', max: FILE_STORAGE_LIMIT_MB },
  { name: 'files', label: '文件数', max: FILES_LIMIT },
  { name: 'folders', label: '文件夹数', max: FOLDERS_LIMIT },
] as const

/** What each level allows; a change holds at once for all companies of the level. */
function PackageTable() {
  const [edited, setEdited] = useState<Row | null>(null)
  const columns: TableColumnsType<Row> = [
    { title: '等级', dataIndex: 'level' },
    { title: '名称', dataIndex: 'name' },
    { title: '说明', dataIndex: 'description' },
    { title: '文件空间', render: (_, row) => `${formatNumber(storageOf(row))} MB` },
    {
      title: '文件数 / 文件夹数',
      render: (_, { files, folders }) => `${formatNumber(files)} / ${formatNumber(folders)}`,
    },
    { title: '企业', render: (_, row) => `${formatNumber(row.companies)} 家` },
    {
      title: '处理',
      render: (_, row) => (
        <Button size="small" onClick={() => setEdited(row)}>
          修改
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListTable
        label="等级"
        list={packages}
        columns={columns}
        perPage={PACKAGES_PER_PAGE}
        onPage={(page) => packages.open(null, page)}
        empty="没有企业等级"
      />
      {edited && (
        <FormModal<Parameters<typeof setPackage>[1]>
          title={`修改等级“${edited.name}”`}
          okText="保存"
          done="等级已保存"
          initial={{ ...edited, file_storage: storageOf(edited) }}
          onSubmit={(form) => setPackage(edited.level, form)}
          onClose={() => setEdited(null)}
        >
          <TextField name="name" label="名称" needed="请填写名称" limit={PACKAGE_NAME_LIMIT} />
          <TextField
            name="description"
            label="说明"
            needed="请填写说明"
            limit={PACKAGE_DESCRIPTION_LIMIT}
            rows={2}
          />
          {NUMBERS.map(({ name, label, max }) => (
            <Form.Item
              key={name}
              name={name}
              label={label}
              rules={[{ required: true, message: `请填写 0 至 ${formatNumber(max)} 之间的整数` }]}
            >
              <InputNumber controls={false} min={0} max={max} precision={0} />
            </Form.Item>
          ))}
        </FormModal>
      )}
    </>
  )
}

function storageOf({ privileges }: OperatorPackage): number {
  return privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
}
