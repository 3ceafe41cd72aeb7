/** The origin of a text and its comparisons: words for pages, feeds and lists, and problems. */

import { addDays } from '../rules/time/china-day.ts'
import { formatDate } from '../rules/time/dates.ts'
import type { Problem } from './load/yaml-fields.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'
import type { Checked, Compared, Source } from './schema/fields.ts'

/** Age after which a text needs a new comparison: the policy may have changed. */
export const CHECK_AFTER_DAYS = 180

/** A single source cannot show its own mistakes. */
export const SOURCES_LEAST = 2

/** Whether an address is only a site's home page, where a reader must search for the document. */
export function isHomePage(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' && search === '' && hash === ''
}

export const NOT_CHECKED = '未核对来源'

/** 2026年11月22日与公开全文核对：《…》, or 未核对来源. */
export function checkedWords(checked: Checked | undefined): string {
  if (!checked) return NOT_CHECKED
  const words = `${formatDate(checked.date)}与${checked.against}核对`
  return checked.against === '公开全文' ? `${words}：${checked.text}` : words
}

interface Sourced {
  file: string
  data: { checked?: Checked | undefined; source?: Source | undefined; compared?: Compared }
  lineOf(path: PropertyKey[]): number
}

export function checkedProblems(entries: readonly Sourced[]): Problem[] {
  return entries.flatMap(({ file, lineOf, data: { checked, source, compared = [] } }) => {
    const at = (expected: string, found: string): Problem[] => [
      { file, line: lineOf(['checked', 'against']), field: 'checked.against', expected, found },
    ]
    if (checked?.against === '多处来源' && compared.length < SOURCES_LEAST) {
      return at(`核对过的来源写在 compared 里，至少 ${SOURCES_LEAST} 处`, `${compared.length} 处`)
    }
    if (checked?.against !== '来源网页' || (source?.url && !isHomePage(source.url))) return []
    return at('核对过的网页写在 source.url 里', source?.url ? `只有网站首页 ${source.url}` : '没有网址')
  })
}

/** Returns half a year after the last comparison, or the day after the window's end if earlier. */
export function lookAgainOn(checked: Checked | undefined, closes: string | undefined): string | undefined {
  if (!checked) return undefined
  const stale = addDays(checked.date, CHECK_AFTER_DAYS)
  const over = closes === undefined ? stale : addDays(closes, 1)
  return over > checked.date && over < stale ? over : stale
}

interface Listed {
  label: string
  page: string
  data: Original | Interpretation | News
}

const COLUMNS = [
  '编号',
  '名称',
  '页面',
  '来源',
  '核对过的来源（读了什么；与它一致的）',
  '只有一处来源说的',
  '核对',
  '再看',
]

const cell = (text: string) => text.replaceAll('|', '\\|')
const linked = (name: string, url: string | undefined) => (url ? `[${name}](${url})` : name)

export function sourceTable(entries: readonly Listed[]): string {
  const real = entries.filter(({ data }) => !data.demo)
  const rows = real.map(({ label, page, data }) => {
    const { source, checked, compared, oneSourceOnly } = data
    const window = 'window' in data ? data.window : undefined
    const closes = window && 'closes' in window ? window.closes : undefined
    const cells = [
      `${label} ${data.id}`,
      data.title,
      page,
      source
        ? linked(source.name, source.url) + (source.url && isHomePage(source.url) ? '（只有首页）' : '')
        : '没有写',
      compared
        .map(({ name, url, read, agrees }) => `${linked(name, url)}（${read}；${agrees.join('、')}）`)
        .join('<br>'),
      oneSourceOnly.join('<br>'),
      checkedWords(checked),
      lookAgainOn(checked, closes) ?? '尽快',
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
  return [`| ${COLUMNS.join(' | ')} |`, `|${'---|'.repeat(COLUMNS.length)}`, ...rows].join('\n')
}
