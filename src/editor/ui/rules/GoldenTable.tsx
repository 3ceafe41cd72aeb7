import { Button, Segmented, Space, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { STATUS_WORDS } from '../../../lib/rules/eligibility/verdict.ts'
import { worthWords } from '../../../lib/rules/worth/working.ts'
import { isUnfilled } from '../../../lib/rules/worth/worth.ts'
import { type GoldenList, type GoldenRow, isChanged, isUnjudged, worthText } from './golden.ts'
import { Quiet } from './parts.tsx'

/** A company as in the golden file. */
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

const isWrong = (row: GoldenRow) => !row.isVerdictRight || !row.isWorthRight

/** Lists golden companies with expected and calculated results, mismatches first. */
export function GoldenTable({ rows, written, chosen, ...act }: Props) {
  const [list, setList] = useState<GoldenList>('companies')
  const counts: [count: number, words: (count: number) => string][] = [
    [rows.filter(isWrong).length, (count) => `${count} 家与预期不同`],
    [rows.filter(isUnjudged).length, (count) => `${count} 家没有比较，请先改正条件或公式里的错误`],
    [rows.filter(isChanged).length, (count) => `这次修改使 ${count} 家的结论与已保存的不同`],
  ]
  const said = counts.flatMap(([count, words]) => (count > 0 ? [words(count)] : []))
  const isFine = rows.length > 0 && !rows.some((row) => isWrong(row) || isUnjudged(row))
  const writtenOf = ({ index }: GoldenRow) => written[list]?.[index]
  const shown = rows.filter((row) => row.list === list)
  const text = (field: 'worth' | 'worked' | 'thought', title: string) =>
    shown.some((row) => writtenOf(row)?.[field] !== undefined)
      ? [
          {
            ...{ title, key: field, className: field === 'thought' ? 'golden-short' : '' },
            render: (_: unknown, row: GoldenRow) => worthText(writtenOf(row)?.[field]),
          },
        ]
      : []
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
            {why && <p className="rule-note">{decides ? `看“${decides}”：${why}` : why}</p>}
          </>
        )
      },
    },
    ...text('thought', '会以为'),
    {
      title: '应为',
      key: 'verdict',
      className: 'golden-short',
      render: (_, row) => STATUS_WORDS[row.company.status],
    },
    { title: '现在', key: 'now', className: 'golden-short', render: (_, row) => <Verdict row={row} /> },
    ...text('worth', '金额应为'),
    ...text('worked', '手算'),
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
    <section className="golden" aria-label="样本企业">
      <Space wrap>
        <Segmented value={list} onChange={setList} options={LISTS} />
        <Button onClick={() => act.onAdd(list)}>新的样本企业</Button>
        <span role="status">{isFine && said.length === 0 ? '都与预期相同' : said.join('；')}</span>
      </Space>
      <Table
        size="small"
        rowKey={({ list: own, index }) => `${own}.${index}`}
        columns={columns}
        dataSource={shown}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        rowClassName={(row) =>
          `${chosen?.list === row.list && chosen.index === row.index ? 'golden-chosen' : ''} ${isWrong(row) ? 'golden-wrong' : ''}`
        }
        locale={{ emptyText: '还没有样本企业' }}
      />
    </section>
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
      {isChanged(row) && row.saved && <p className="rule-note">保存的是{STATUS_WORDS[row.saved]}</p>}
      {row.worth && (
        <p className={row.isWorthRight ? 'rule-note' : 'rule-problem'}>
          {isUnfilled(row.worth) ? '金额待填' : worthWords(row.worth)}
        </p>
      )}
    </>
  )
}
