/** Where a text comes from, and what it was compared with: the words of pages, feeds and lists, and what to mend. */

import { formatDate } from '../rules/time/dates.ts'
import type { Problem } from './load/yaml-fields.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'
import type { Checked, Source } from './schema/fields.ts'

/** Whether an address leads to a site only, not to the document: its reader has to search there. */
export function isHomePage(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return pathname === '/' && search === '' && hash === ''
}

export const NOT_CHECKED = '未核对来源'

/** 2026年11月22日与公开全文核对：《…》, or 未核对来源. */
export function checkedWords(checked: Checked | undefined): string {
  if (!checked) return NOT_CHECKED
  const day = formatDate(checked.date)
  return checked.against === '来源网页' ? `${day}与来源网页核对` : `${day}与公开全文核对：${checked.text}`
}

interface Sourced {
  file: string
  data: { checked?: Checked | undefined; source?: Source | undefined }
  lineOf(path: PropertyKey[]): number
}

/** What claims to have been compared with a page that has no address of its own. */
export function checkedProblems(entries: readonly Sourced[]): Problem[] {
  return entries.flatMap(({ file, lineOf, data: { checked, source } }) => {
    if (checked?.against !== '来源网页' || (source?.url && !isHomePage(source.url))) return []
    const expected = '核对过的网页写在 source.url 里'
    const found = source?.url ? `只有网站首页 ${source.url}` : '没有网址'
    return [{ file, line: lineOf(['checked', 'against']), field: 'checked.against', expected, found }]
  })
}

interface Listed {
  label: string
  page: string
  data: Original | Interpretation | News
}

/** Every text with its source and what was compared, as a table in Markdown. */
export function sourceTable(entries: readonly Listed[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = entries.map(({ label, page, data }) => {
    const { source } = data
    const address = source?.url ? `${source.url}${isHomePage(source.url) ? '（只有首页）' : ''}` : '没有网址'
    const cells = [
      `${label} ${data.id}`,
      data.title,
      page,
      source?.name ?? '没有写',
      address,
      checkedWords(data.checked),
    ]
    return `| ${cells.map(cell).join(' | ')} |`
  })
  return ['| 编号 | 标题 | 页面 | 来源 | 网址 | 核对 |', '|---|---|---|---|---|---|', ...rows].join('\n')
}
