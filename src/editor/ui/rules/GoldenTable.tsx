import { Button, Flex, Segmented, Space, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { STATUS_WORDS } from '../../../lib/rules/eligibility/verdict.ts'
import { worthWords } from '../../../lib/rules/worth/working.ts'
import { isUnfilled } from '../../../lib/rules/worth/worth.ts'
import { type GoldenList, type GoldenRow, isUnjudged, isWrong, worthText } from './golden.ts'
import { Quiet } from './parts.tsx'

export interface WrittenCompany {
  name: string
  verdict: string
  facts?: Record<string, unknown>
  worth?: string | number | readonly (string | number | null)[]
  worked?: string
  thought?: string
  decides?: string
  why?: string
}

export interface WrittenFile {
  base?: Record<string, unknown>
  companies?: readonly WrittenCompany[]
  wrong?: readonly WrittenCompany[]
}

export interface GoldenChoice {
  list: GoldenList
  index: number
}

const LISTS: { value: GoldenList; label: string }[] = [
  { value: 'companies', label: '样本企业' },
  { value: 'wrong', label: '人们会看错的' },
]

interface Props {
  rows: readonly GoldenRow[]
  written: WrittenFile
  chosen: GoldenChoice | null
  onChoose: (choice: GoldenChoice) => void
  onEdit: (choice: GoldenChoice) => void
  onRemove: (choice: GoldenChoice) => void
  onAdd: (list: GoldenList) => void
}

export function GoldenTable({ rows, written, chosen, ...act }: Props) {
  const [list, setList] = useState<GoldenList>('companies')
  const [wrong, unjudged] = [rows.filter(isWrong).length, rows.filter(isUnjudged).length]
  const said = [
    wrong > 0 && `${wrong} 家与预期不同`,
    unjudged > 0 && `${unjudged} 家没有比较，请先改正条件或公式里的错误`,
  ].filter(Boolean)
  const writtenOf = ({ index }: GoldenRow) => written[list]?.[index]
  const shown = rows.filter((row) => row.list === list)
  const columns: TableColumnsType<GoldenRow> = [
    {
      title: '企业',
      key: 'name',
      render: (_, row) => {
        const { decides, why } = writtenOf(row) ?? {}
        return (
          <>
            <Button type="link" size="small" className="golden-name" onClick={() => act.onChoose(row)}>
              {row.company.name}
            </Button>
            {why && <p className="editor-note">{decides ? `看“${decides}”：${why}` : why}</p>}
          </>
        )
      },
    },
    {
      title: '应为',
      key: 'verdict',
      render: (_, row) => {
        const { worth, worked, thought } = writtenOf(row) ?? {}
        return (
          <>
            {STATUS_WORDS[row.company.status]}
            {thought && `（会以为${thought}）`}
            <p className="editor-note" title={worked}>
              {worthText(worth)}
            </p>
          </>
        )
      },
    },
    { title: '现在', key: 'now', className: 'golden-short', render: (_, row) => <Verdict row={row} /> },
    {
      title: '操作',
      key: 'ways',
      className: 'golden-short',
      render: (_, row) => (
        <>
          <Quiet aria-label={`修改${row.company.name}`} onClick={() => act.onEdit(row)}>
            修改
          </Quiet>
          <Quiet danger aria-label={`删除${row.company.name}`} onClick={() => act.onRemove(row)}>
            删除
          </Quiet>
        </>
      ),
    },
  ]
  return (
    <Flex vertical gap="middle" component="section" aria-label="样本企业">
      <Space wrap>
        <Segmented value={list} onChange={setList} options={LISTS} />
        <Button onClick={() => act.onAdd(list)}>新的样本企业</Button>
        <span role="status">{said.join('；') || (rows.length > 0 && '都与预期相同')}</span>
      </Space>
      <Table
        size="small"
        rowKey={({ list: own, index }) => `${own}.${index}`}
        columns={columns}
        dataSource={shown}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        rowClassName={(row) => {
          const isChosen = chosen?.list === row.list && chosen.index === row.index
          return `${isChosen ? 'ant-table-row-selected' : ''} ${isWrong(row) ? 'golden-wrong' : ''}`
        }}
        locale={{ emptyText: '还没有样本企业' }}
      />
    </Flex>
  )
}

function Verdict({ row }: { row: GoldenRow }) {
  if (row.now === null) return '—'
  return (
    <>
      <span className={`rule-status-${row.now}`}>
        {STATUS_WORDS[row.now]}
        {!row.isVerdictRight && '（不对）'}
      </span>
      {row.worth && (
        <p className={row.isWorthRight ? 'editor-note' : 'editor-wrong'}>
          {isUnfilled(row.worth) ? '金额待填' : worthWords(row.worth)}
        </p>
      )}
    </>
  )
}
