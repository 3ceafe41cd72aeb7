import { Button, Input, Segmented, Select, Table } from 'antd'
import { type Key, useState } from 'react'
import { STATUS_WORDS, type Status } from '../../../lib/rules/eligibility/verdict.ts'
import { worthWords } from '../../../lib/rules/worth/working.ts'
import { isUnfilled } from '../../../lib/rules/worth/worth.ts'
import type { Change } from '../../document.ts'
import { type GoldenList, type GoldenRow, isChanged } from './golden.ts'

/** As it is written in the golden file. */
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
  { value: 'judged', label: '全部政策的样本' },
]
const VERDICTS = Object.values(STATUS_WORDS).map((words) => ({ value: words, label: words }))

interface Props {
  rows: readonly GoldenRow[]
  written: WrittenFile
  chosen: GoldenChoice | null
  onChoose: (choice: GoldenChoice | null) => void
  /** Of the golden file. */
  onChange: (changes: Change[]) => void
  onEdit: (choice: GoldenChoice) => void
  onAdd: (list: 'companies' | 'wrong') => void
  list: GoldenList
  onList: (list: GoldenList) => void
}

/** The golden companies with what is expected and what comes out, those that do not agree first. */
export function GoldenTable({
  rows,
  written,
  chosen,
  onChoose,
  onChange,
  onEdit,
  onAdd,
  list,
  onList,
}: Props) {
  const shown = rows.filter((row) => row.list === list)
  const wrong = rows.filter((row) => !row.isVerdictRight || !row.isWorthRight)
  const changed = rows.filter(isChanged)
  const keyOf = ({ list: of, index }: GoldenChoice): Key => `${of}.${index}`
  const writtenOf = ({ index }: GoldenRow): WrittenCompany | undefined =>
    list === 'judged' ? undefined : written[list]?.[index]
  const set = ({ index }: GoldenRow, field: string, value: unknown) =>
    onChange([{ path: [list, index, field], value: value === '' ? undefined : value }])
  const cell = (field: 'worked' | 'decides' | 'why', label: string) => ({
    title: label,
    key: field,
    render: (row: GoldenRow) => {
      const company = writtenOf(row)
      return (
        company && (
          <TextCell
            label={`${row.company.name}：${label}`}
            value={company[field] ?? ''}
            onChange={(text) => set(row, field, text)}
          />
        )
      )
    },
  })
  return (
    <section className="golden" aria-label="样本企业">
      <div className="golden-head">
        <Segmented value={list} onChange={onList} options={LISTS} />
        <p role="status">
          {rows.length > 0 && (wrong.length === 0 ? '都与预期相同' : `${wrong.length} 家与预期不同`)}
          {changed.length > 0 && `；这次修改使 ${changed.length} 家的结论与已保存的不同`}
        </p>
        {list !== 'judged' && <Button onClick={() => onAdd(list)}>新的样本企业</Button>}
      </div>
      <Table<GoldenRow>
        size="small"
        rowKey={keyOf}
        dataSource={[...shown]}
        pagination={false}
        scroll={{ x: 'max-content', y: 460 }}
        locale={{
          emptyText: list === 'judged' ? '没有 companies.golden.yaml，或者还在加载' : '还没有样本企业',
        }}
        rowClassName={(row) =>
          [
            chosen && keyOf(chosen) === keyOf(row) ? 'golden-chosen' : '',
            row.isVerdictRight && row.isWorthRight ? '' : 'golden-wrong',
          ].join(' ')
        }
        onRow={(row) => ({ onClick: () => onChoose({ list: row.list, index: row.index }) })}
        columns={[
          {
            title: '企业',
            key: 'name',
            fixed: 'left',
            render: (row: GoldenRow) => (
              <button
                type="button"
                className="golden-name"
                aria-pressed={chosen !== null && keyOf(chosen) === keyOf(row)}
                onClick={() => onChoose({ list: row.list, index: row.index })}
              >
                {row.company.name}
              </button>
            ),
          },
          ...(list === 'wrong'
            ? [
                {
                  title: '人们会以为',
                  key: 'thought',
                  render: (row: GoldenRow) => (
                    <Select
                      size="small"
                      aria-label={`${row.company.name}：人们会以为`}
                      value={writtenOf(row)?.thought ?? null}
                      options={VERDICTS}
                      onChange={(words) => set(row, 'thought', words)}
                    />
                  ),
                },
              ]
            : []),
          {
            title: '应为',
            key: 'expected',
            render: (row: GoldenRow) =>
              list === 'judged' ? (
                STATUS_WORDS[row.company.status]
              ) : (
                <Select
                  size="small"
                  aria-label={`${row.company.name}：应为`}
                  value={STATUS_WORDS[row.company.status]}
                  options={VERDICTS}
                  onChange={(words) => set(row, 'verdict', words)}
                />
              ),
          },
          { title: '现在', key: 'now', render: (row: GoldenRow) => <Verdict row={row} /> },
          {
            title: <span title="例如 40万/年、2万（一次）、0 到 60万/年">金额应为</span>,
            key: 'worth',
            render: (row: GoldenRow) =>
              list === 'judged' ? (
                ''
              ) : (
                <TextCell
                  label={`${row.company.name}：金额应为`}
                  value={worthText(writtenOf(row)?.worth)}
                  onChange={(text) => set(row, 'worth', readWorthText(text))}
                />
              ),
          },
          {
            title: '现在的金额',
            key: 'found',
            render: ({ worth, isWorthRight }: GoldenRow) =>
              worth && (
                <span className={isWorthRight ? 'golden-amount' : 'golden-amount rule-problem'}>
                  {isUnfilled(worth) ? '待填' : worthWords(worth)}
                </span>
              ),
          },
          ...(list === 'judged' ? [] : [cell('worked', '手算')]),
          ...(list === 'wrong' ? [cell('decides', '起决定作用的条件'), cell('why', '为什么')] : []),
          ...(list === 'judged'
            ? []
            : [
                {
                  title: '',
                  key: 'actions',
                  render: (row: GoldenRow) => (
                    <span className="rule-actions">
                      <Button
                        type="text"
                        size="small"
                        onClick={() => onEdit({ list: row.list, index: row.index })}
                      >
                        回答
                      </Button>
                      <Button
                        type="text"
                        size="small"
                        danger
                        aria-label={`删除${row.company.name}`}
                        onClick={() => {
                          onChoose(null)
                          onChange([{ path: [list, row.index], value: undefined }])
                        }}
                      >
                        删除
                      </Button>
                    </span>
                  ),
                },
              ]),
        ]}
      />
    </section>
  )
}

function Verdict({ row }: { row: GoldenRow }) {
  if (row.now === null) return '—'
  const was: Status | null = isChanged(row) ? row.saved : null
  return (
    <span className={`rule-status rule-status-${row.now}`}>
      {STATUS_WORDS[row.now]}
      {!row.isVerdictRight && '（不对）'}
      {was && <small>，保存的是{STATUS_WORDS[was]}</small>}
    </span>
  )
}

/** Taken when it is left or sent with Enter; Esc takes it back. */
function TextCell({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const [text, setText] = useState<string | null>(null)
  const finish = () => {
    if (text !== null && text.trim() !== value) onChange(text.trim())
    setText(null)
  }
  return (
    <Input
      size="small"
      variant="borderless"
      className="golden-cell"
      aria-label={label}
      value={text ?? value}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onPressEnter={finish}
      onKeyDown={(event) => event.key === 'Escape' && setText(null)}
    />
  )
}

/** 40万/年; 0 到 60万/年; an upper end that nothing says is 待定. */
function worthText(worth: WrittenCompany['worth']): string {
  if (worth === undefined) return ''
  return Array.isArray(worth) ? worth.map((end) => end ?? '待定').join(' 到 ') : String(worth)
}

function readWorthText(text: string): unknown {
  const ends = text.split(/\s*(?:到|至|~|～)\s*/)
  if (ends.length === 1) return text
  return ends.map((end) => (end === '待定' ? null : /^\d+$/.test(end) ? Number(end) : end))
}
