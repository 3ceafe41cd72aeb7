import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { STATUS_WORDS, type Status } from '../../../lib/rules/eligibility/verdict.ts'
import { worthWords } from '../../../lib/rules/worth/working.ts'
import { isUnfilled } from '../../../lib/rules/worth/worth.ts'
import type { Change } from '../../document.ts'
import { type GoldenList, type GoldenRow, isChanged, isUnjudged } from './golden.ts'
import { Quiet } from './parts.tsx'

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

/** The golden companies with what is expected and what comes out, those that do not agree first; the chosen one has fields. */
export function GoldenTable(props: Props) {
  const { rows, written, chosen, onChoose, onChange, list } = props
  const shown = rows.filter((row) => row.list === list)
  const wrong = rows.filter((row) => !row.isVerdictRight || !row.isWorthRight)
  const changed = rows.filter(isChanged)
  const unjudged = rows.filter(isUnjudged)
  const isChosen = (row: GoldenRow) => chosen?.list === row.list && chosen.index === row.index
  const writtenOf = ({ index }: GoldenRow) => (list === 'judged' ? undefined : written[list]?.[index])
  const set = ({ index }: GoldenRow, field: string, value: unknown) =>
    onChange([{ path: [list, index, field], value: value === '' ? undefined : value }])
  const text = (field: 'worth' | 'worked' | 'decides' | 'why', title: string) => ({
    title,
    render: (row: GoldenRow) =>
      isChosen(row) ? (
        <TextCell
          label={`${row.company.name}：${title}`}
          hint={field === 'worth' ? '如 40万/年' : title}
          value={worthText(writtenOf(row)?.[field])}
          onChange={(said) => set(row, field, field === 'worth' ? readWorthText(said) : said)}
        />
      ) : (
        <p className="golden-text">{worthText(writtenOf(row)?.[field])}</p>
      ),
  })
  const verdict = (field: 'thought' | 'verdict', title: string) => ({
    title,
    render: (row: GoldenRow) => {
      const said = field === 'verdict' ? STATUS_WORDS[row.company.status] : writtenOf(row)?.thought
      return isChosen(row) && writtenOf(row) ? (
        <Select
          size="small"
          aria-label={`${row.company.name}：${title}`}
          value={said ?? null}
          options={VERDICTS}
          onChange={(words) => set(row, field, words)}
        />
      ) : (
        said
      )
    },
  })
  const now = { title: '现在', render: (row: GoldenRow) => <Verdict row={row} /> }
  const name = {
    title: '企业',
    render: (row: GoldenRow) => (
      <>
        <button type="button" className="golden-name" aria-pressed={isChosen(row)}>
          {row.company.name}
        </button>
        {isChosen(row) && writtenOf(row) && (
          <p className="golden-ways">
            <Quiet onClick={() => props.onEdit(row)}>修改回答</Quiet>
            <Quiet
              danger
              aria-label={`删除${row.company.name}`}
              onClick={(event) => {
                event.stopPropagation()
                onChoose(null)
                onChange([{ path: [list, row.index], value: undefined }])
              }}
            >
              删除
            </Quiet>
          </p>
        )}
      </>
    ),
  }
  const expected = verdict('verdict', '应为')
  const amounts = [text('worth', '金额应为'), text('worked', '手算')]
  const reasons = [text('decides', '起决定作用的条件'), text('why', '为什么')]
  const columns = {
    judged: [name, expected, now],
    companies: [name, expected, now, ...amounts],
    wrong: [name, verdict('thought', '人们会以为'), expected, now, ...amounts, ...reasons],
  }
  return (
    <section className="golden" aria-label="样本企业">
      <div className="golden-head">
        <Segmented value={list} onChange={props.onList} options={LISTS} />
        {list !== 'judged' && <Button onClick={() => props.onAdd(list)}>新的样本企业</Button>}
        <p role="status">
          {[
            rows.length > 0 && wrong.length + unjudged.length === 0 && '都与预期相同',
            wrong.length > 0 && `${wrong.length} 家与预期不同`,
            unjudged.length > 0 && `${unjudged.length} 家没有比较，请先改正条件或公式里的错误`,
            changed.length > 0 && `这次修改使 ${changed.length} 家的结论与已保存的不同`,
          ]
            .filter(Boolean)
            .join('；')}
        </p>
      </div>
      <div className="golden-rows">
        <table>
          <thead>
            <tr>
              {columns[list].map(({ title }) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr
                key={`${row.list}.${row.index}`}
                data-chosen={isChosen(row) || undefined}
                data-wrong={!row.isVerdictRight || !row.isWorthRight || undefined}
                onClick={() => onChoose({ list: row.list, index: row.index })}
              >
                {columns[list].map(({ title, render }) => (
                  <td key={title}>{render(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && (
        <p className="rule-note">
          {list === 'judged' ? '没有 companies.golden.yaml，或者还在加载' : '还没有样本企业'}
        </p>
      )}
    </section>
  )
}

function Verdict({ row }: { row: GoldenRow }) {
  if (row.now === null) return '—'
  const was: Status | null = isChanged(row) ? row.saved : null
  return (
    <>
      <span className={`rule-status rule-status-${row.now}`}>
        {STATUS_WORDS[row.now]}
        {!row.isVerdictRight && '（不对）'}
        {was && <small>保存的是{STATUS_WORDS[was]}</small>}
      </span>
      {row.worth && (
        <p className={row.isWorthRight ? 'golden-amount' : 'golden-amount rule-problem'}>
          {isUnfilled(row.worth) ? '金额待填' : worthWords(row.worth)}
        </p>
      )}
    </>
  )
}

/** Taken when it is left or sent with Enter; Esc takes it back. */
function TextCell({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint: string
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
      placeholder={hint}
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
