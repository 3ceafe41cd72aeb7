/**
 * Lists the content that needs an editor: from the files, the last `npm run content:links`, and the running portal.
 */
import { relative } from 'node:path'
import * as v from 'valibot'
import { checkLibrary, readDocuments, remindLibrary } from '../lib/content/check/library.ts'
import { LINK_STATES, type LinkResults, outsideLinks } from '../lib/content/check/outside-links.ts'
import type { Problem } from '../lib/content/load/yaml-fields.ts'
import type { AnswerOf } from '../lib/contract/call.ts'
import { editorsReport } from '../lib/contract/policies/care.ts'
import { nameOf } from '../lib/rules/text/titles.ts'
import { chinaDay, daysBetween } from '../lib/rules/time/china-day.ts'
import { formatDate } from '../lib/rules/time/dates.ts'

export const CARE_KINDS = {
  problem: '需要修改',
  correction: '读者纠错',
  amendment: '被修改或废止',
  window: '期限',
  link: '来源',
  checked: '核对',
  missed: '没有搜到的词',
  unguarded: '没有样本企业',
  reminder: '其他提醒',
} as const

export type CareKind = keyof typeof CARE_KINDS

export interface CareRow {
  kind: CareKind
  words: string
  /** The day in question: the longest wait comes first. Empty: none. */
  day: string
  /** Undefined for a search word, which belongs to no document. */
  file?: string
  title?: string
  field?: string
  line?: number
}

type EditorsReport = AnswerOf<typeof editorsReport>['data']

interface CareSources {
  links: LinkResults
  report?: EditorsReport | undefined
  today: string
}

const WINDOW_DAYS = 30

type Documents = Awaited<ReturnType<typeof readDocuments>>
type Entry = Documents['originals' | 'interpretations' | 'news']['entries'][number]

export async function readCare(
  contentDir: string,
  { links, report, today }: CareSources,
): Promise<CareRow[]> {
  const documents = await readDocuments(contentDir)
  const entries = entriesOf(documents)
  const titles = new Map(entries.map(({ file, data }) => [file, nameOf(data)]))
  const problems = await checkLibrary(contentDir, documents)
  const reminders = await remindLibrary(contentDir, documents)
  const rows: CareRow[] = [
    ...problems.map((problem) => problemRow('problem', problem)),
    ...reminders
      .filter(({ field }) => field !== 'window')
      .map((reminder) => problemRow(KIND_OF_FIELD[reminder.field] ?? 'reminder', reminder)),
    ...correctionRows(documents, report),
    ...entries.flatMap((entry) => windowRows(entry, today)),
    ...(await linkRows(contentDir, links)),
    ...missedRows(report),
  ]
  const rank = Object.keys(CARE_KINDS)
  return rows
    .map((row) => ({ title: titles.get(row.file ?? '') ?? '', ...row }))
    .sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || a.day.localeCompare(b.day))
}

const KIND_OF_FIELD: Readonly<Record<string, CareKind>> = {
  checked: 'checked',
  validity: 'amendment',
  eligibility: 'unguarded',
}

function entriesOf({ originals, interpretations, news }: Documents): Entry[] {
  return [...interpretations.entries, ...originals.entries, ...news.entries]
}

function problemRow(kind: CareKind, { file, line, field, expected, found }: Problem): CareRow {
  const day = /^\d{4}-\d\d-\d\d$/.test(found) ? found : ''
  const checked = day === '' ? '从来没有核对过' : `${formatDate(day)}以后没有核对过`
  const words = kind === 'checked' ? checked : `应为${expected}，现在是 ${found}`
  return { kind, file, line, field, day, words }
}

function windowRows({ file, data, lineOf }: Entry, today: string): CareRow[] {
  if (data.draft || !('window' in data) || !data.window) return []
  const { closes, note } = data.window
  if (closes === undefined) return []
  const left = daysBetween(today, closes)
  if (left > WINDOW_DAYS) return []
  const at = { kind: 'window' as const, file, field: 'window', line: lineOf(['window']), day: closes }
  if (left >= 0) return [{ ...at, words: `${formatDate(closes)}截止，还有 ${left} 天` }]
  if (note === undefined) return [{ ...at, words: `${formatDate(closes)}已经截止，没有用 note 说明现状` }]
  if (-left > WINDOW_DAYS) return []
  return [{ ...at, words: `${formatDate(closes)}刚刚截止：看看有没有下一期` }]
}

const BROKEN: readonly string[] = ['gone', 'moved', 'silent', 'inside']

async function linkRows(contentDir: string, results: LinkResults): Promise<CareRow[]> {
  const links = await outsideLinks(contentDir)
  return links.flatMap(({ address, places }) => {
    const result = results[address]
    if (!result || !BROKEN.includes(result.state)) return []
    const { state, why, to, since } = result
    const day = chinaDay(new Date(since))
    const said = [`${formatDate(day)}起${LINK_STATES[state]}`, to ?? why].filter(Boolean).join('：')
    return places.map((place) => ({
      kind: 'link' as const,
      ...place,
      day,
      words: `${said}（${address}）`,
    }))
  })
}

const COLLECTION_OF = { original: 'originals', interpretation: 'interpretations', news: 'news' } as const

function correctionRows(documents: Documents, report: EditorsReport | undefined): CareRow[] {
  return (report?.corrections ?? []).map(({ id, kind, page_id, text, source, gmt_create }) => {
    const entries: readonly Entry[] = documents[COLLECTION_OF[kind]].entries
    const entry = entries.find(({ data }) => data.id === page_id)
    return {
      kind: 'correction',
      words: `第 ${id} 号：${text}${source ? `（依据：${source}）` : ''}`,
      day: chinaDay(new Date(gmt_create)),
      field: '正文',
      ...(entry ? { file: entry.file, line: entry.bodyLine } : { title: `第 ${page_id} 号（没有这个文件）` }),
    }
  })
}

function missedRows(report: EditorsReport | undefined): CareRow[] {
  return (report?.missed_searches ?? []).map(({ word, times, last_day }) => ({
    kind: 'missed',
    words: `“${word}”：${times} 次，最近 ${formatDate(last_day)}`,
    day: last_day,
  }))
}

export function editorAddress(contentDir: string, { file, field }: Pick<CareRow, 'file' | 'field'>): string {
  const query = new URLSearchParams({ file: relative(contentDir, file ?? ''), ...(field && { field }) })
  return `/frontend/editor/edit?${query}`
}

/**
 * Reads the running portal's report for editors at the address that an operator issued (EDITORS_REPORT).
 * @returns the reason of a failure, in words for the editor
 */
export async function readReport(
  address: string,
  get: (address: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<EditorsReport | string> {
  try {
    const response = await get(address, { signal: AbortSignal.timeout(5000), redirect: 'error' })
    const body: unknown = await response.json()
    const answer = v.safeParse(editorsReport.answer, body)
    if (answer.success) return answer.output.data
    const refused = v.safeParse(v.object({ message: v.string() }), body)
    return refused.success ? refused.output.message : '门户的回答看不懂'
  } catch {
    return '门户没有回应'
  }
}
