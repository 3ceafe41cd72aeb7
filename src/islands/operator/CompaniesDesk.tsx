import { useStore } from '@nanostores/react'
import { Button, Form, Input } from 'antd'
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
import { type Column, DeskTable } from './DeskTable.tsx'
import { DeskTabs } from './DeskTabs.tsx'
import { FormDialog } from './FormDialog.tsx'
import { FilterNotes, FilterSelect, SearchField } from './filters.tsx'
import { ListTools } from './ListTools.tsx'
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
  const filter = readCompaniesFilter(params)
  const { q, level, room } = filter
  useList(companies, filter)
  const [raised, setRaised] = useState<ListedCompany | null>(null)
  const nameOf = useLevelName()

  const columns: Column<ListedCompany>[] = [
    {
      title: '企业',
      cell: ({ id: row, name }) => (
        <Button type="link" className="desk-open" onClick={() => change({ id: row })}>
          {name}
        </Button>
      ),
    },
    { title: '编号', cell: ({ id }) => id },
    { title: '等级', cell: ({ level }) => nameOf(level) },
    {
      title: '文件空间',
      cell: ({ used, quota }) => `${formatBytes(used)} / ${formatBytes(quota)}`,
    },
    { title: '申请', cell: ({ orders }) => `${orders} 份` },
    { title: '注册时间', cell: ({ gmt_create }) => formatMoment(gmt_create) },
    {
      title: '处理',
      cell: (row) => (
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
        <FilterNotes notes={{ room: room && '空间快用完的' }} onChange={change} />
        <ListTools list="companies" filter={filter} />
      </div>
      <DeskTable
        label="企业"
        list={companies}
        columns={columns}
        perPage={COMPANIES_PER_PAGE}
        onPage={turnTo}
        empty={q || level || room ? '没有符合条件的企业' : '暂无企业注册'}
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
type NumberName = (typeof NUMBERS)[number]['name']

/** What each level allows; a change holds at once for all companies of the level. */
function PackageTable() {
  const [edited, setEdited] = useState<Row | null>(null)
  const columns: Column<Row>[] = [
    { title: '等级', cell: ({ level }) => level },
    { title: '名称', cell: ({ name }) => name },
    { title: '说明', cell: ({ description }) => description, className: 'desk-text' },
    { title: '文件空间', cell: (row) => `${formatNumber(storageOf(row))} MB` },
    {
      title: '文件数 / 文件夹数',
      cell: ({ files, folders }) => `${formatNumber(files)} / ${formatNumber(folders)}`,
    },
    { title: '企业', cell: ({ companies }) => `${formatNumber(companies)} 家` },
    {
      title: '处理',
      cell: (row) => (
        <Button size="small" onClick={() => setEdited(row)}>
          修改
        </Button>
      ),
    },
  ]
  return (
    <>
      <DeskTable
        label="等级"
        list={packages}
        columns={columns}
        perPage={PACKAGES_PER_PAGE}
        onPage={(page) => packages.open(null, page)}
        empty="没有企业等级"
      />
      {edited && (
        <FormDialog<{ name: string; description: string } & Record<NumberName, number>>
          title={`修改等级“${edited.name}”`}
          okText="保存"
          done="等级已保存"
          initial={{
            name: edited.name,
            description: edited.description,
            file_storage: storageOf(edited),
            files: edited.files,
            folders: edited.folders,
          }}
          onSubmit={({ file_storage, files, folders, ...texts }) =>
            setPackage(edited.level, {
              ...texts,
              file_storage: Number(file_storage),
              files: Number(files),
              folders: Number(folders),
            })
          }
          onClose={() => setEdited(null)}
        >
          <Form.Item
            name="name"
            label="名称"
            rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
          >
            <Input maxLength={PACKAGE_NAME_LIMIT} />
          </Form.Item>
          <Form.Item
            name="description"
            label="说明"
            rules={[{ required: true, whitespace: true, message: '请填写说明' }]}
          >
            <Input.TextArea rows={2} maxLength={PACKAGE_DESCRIPTION_LIMIT} showCount />
          </Form.Item>
          {NUMBERS.map(({ name, label, max }) => (
            <Form.Item
              key={name}
              name={name}
              label={label}
              rules={[
                { required: true, message: `请填写${label}` },
                {
                  type: 'integer',
                  min: 0,
                  max,
                  transform: Number,
                  message: `请填写 0 至 ${formatNumber(max)} 之间的整数`,
                },
              ]}
            >
              {/* InputNumber of antd would be 7 KB more for one field. */}
              <Input inputMode="numeric" />
            </Form.Item>
          ))}
        </FormDialog>
      )}
    </>
  )
}

function storageOf({ privileges }: OperatorPackage): number {
  return privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
}
