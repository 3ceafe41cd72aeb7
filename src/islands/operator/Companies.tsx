import { useStore } from '@nanostores/react'
import { Button, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import type { InputOf } from '../../lib/contract/call.ts'
import type { ListedCompany } from '../../lib/contract/operator/company.ts'
import { changePackage, type OperatorPackage } from '../../lib/contract/operator/package.ts'
import { formatBytes, formatNumber } from '../../lib/rules/text/format-number.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { readId, submit } from '../../lib/stores/operator/list.ts'
import { companies, packages } from '../../lib/stores/operator/lists.ts'
import { CompanyPage, LevelDialog } from './CompanyPage.tsx'
import { EditedList } from './EditedList.tsx'
import { NumberField, TextField } from './FormModal.tsx'
import { choiceOf } from './ListBar.tsx'
import { ListScreen, SectionTabs } from './ListTable.tsx'
import { useLevelName } from './queue/company-facts.tsx'
import { useAddress } from './use-address.ts'

/** 企业与等级: find a company, set its level; what each level allows. */
export function CompaniesAndLevels() {
  const [params, change] = useAddress()
  const id = readId(params)
  useEffect(() => {
    packages.open({}, 1)
  }, [])
  if (id) return <CompanyPage key={id} id={id} onBack={() => change({ id: null })} />
  return (
    <SectionTabs
      items={[
        { key: 'companies', label: '企业', children: <Companies /> },
        { key: 'levels', label: '等级', children: <Levels /> },
      ]}
    />
  )
}

function Companies() {
  const [, change] = useAddress()
  const levels = useStore(packages.$state).page?.items ?? []
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

  return (
    <>
      <ListScreen
        label="企业"
        list={companies}
        columns={columns}
        choices={[
          choiceOf(
            'level',
            '等级',
            levels.map(({ level }) => level),
            nameOf,
          ),
        ]}
        search={{ label: '搜索企业', placeholder: '企业名称或编号' }}
        exported="companies"
        empty="暂无企业注册"
        noneFound="没有符合条件的企业"
      />
      {raised && <LevelDialog company={raised} onClose={() => setRaised(null)} />}
    </>
  )
}

const LEVEL_COLUMNS: TableColumnsType<OperatorPackage> = [
  { title: '等级', dataIndex: 'level' },
  { title: '名称', dataIndex: 'name' },
  { title: '说明', dataIndex: 'description' },
  { title: '文件空间', render: (_, row) => `${formatNumber(storageOf(row))} MB` },
  {
    title: '文件数 / 文件夹数',
    render: (_, { files, folders }) => `${formatNumber(files)} / ${formatNumber(folders)}`,
  },
  { title: '企业', render: (_, row) => `${formatNumber(row.companies)} 家` },
]

/** What each level allows; a change holds at once for all companies of the level. */
function Levels() {
  return (
    <EditedList<OperatorPackage, InputOf<typeof changePackage>['body']>
      thing="等级"
      label="等级"
      list={packages}
      columns={LEVEL_COLUMNS}
      empty="没有企业等级"
      isFixed
      fields={changePackage.body.entries}
      valuesOf={(row) => (row ? { ...row, file_storage: storageOf(row) } : {})}
      onSave={(body, row) => submit(changePackage, { params: { level: row?.level ?? 0 }, body }, packages)}
    >
      <TextField name="name" label="名称" />
      <TextField name="description" label="说明" rows={2} />
      <NumberField name="file_storage" label="文件空间（MB）" />
      <NumberField name="files" label="文件数" />
      <NumberField name="folders" label="文件夹数" />
    </EditedList>
  )
}

function storageOf({ privileges }: OperatorPackage): number {
  return privileges.find(({ name }) => name === 'file_storage')?.limit ?? 0
}
