/** Reminders on buildable pages. */

import { STATUS_WORDS } from '../../rules/eligibility/verdict.ts'
import { chinaDay, daysBetween } from '../../rules/time/china-day.ts'
import type { ContentEntry } from '../load/markdown-file.ts'
import type { Problem } from '../load/yaml-fields.ts'
import type { Interpretation, Original } from '../schema/documents.ts'
import type { Checked, Source } from '../schema/fields.ts'
import { CHECK_AFTER_DAYS, isHomePage, NOT_CHECKED, SOURCES_LEAST } from '../sources.ts'
import { anchorArticles, articleAnchor } from '../text/articles.ts'
import type { GoldenFile } from './golden-files.ts'

/** Least numbers in a golden file: wrong cases, and companies with an amount. */
const WRONG_LEAST = 2
const PRICED_LEAST = 6

interface Remembered {
  draft: boolean
  source?: Source | undefined
  checked?: Checked | undefined
  window?: Interpretation['window']
}

export function remindersOf(
  { file, data, lineOf }: ContentEntry<Remembered>,
  today = chinaDay(new Date()),
): Problem[] {
  if (data.draft) return []
  const at = (field: string, expected: string, found: string): Problem => ({
    file,
    line: lineOf([field]),
    field,
    expected,
    found,
  })
  const closes = data.window && 'closes' in data.window ? data.window.closes : undefined
  const over = closes !== undefined && closes < today && !data.window?.note
  const { checked, source } = data
  const stale = checked !== undefined && daysBetween(checked.date, today) > CHECK_AFTER_DAYS
  return [
    ...(source?.url ? [] : [at('source', '来源名称和网址', source ? '没有网址' : '没有写')]),
    ...(source?.url && isHomePage(source.url)
      ? [at('source', '文件自己的网址', `只有首页 ${source.url}`)]
      : []),
    ...(checked === undefined ? [at('checked', '何时与什么核对过', NOT_CHECKED)] : []),
    ...(stale ? [at('checked', `${CHECK_AFTER_DAYS} 天内核对过`, checked.date)] : []),
    ...(over ? [at('window', '期限已过时，用 note 说明现状（如：2026年度已结束）', closes)] : []),
  ]
}

export function comparedReminders(interpretations: readonly ContentEntry<Interpretation>[]): Problem[] {
  return interpretations
    .filter(({ data }) => !data.draft && data.compared.length < SOURCES_LEAST)
    .map(({ file, data, lineOf }) => ({
      file,
      line: lineOf(['compared']),
      field: 'compared',
      expected: `至少 ${SOURCES_LEAST} 处读过的来源`,
      found: `${data.compared.length} 处`,
    }))
}

export function clauseReminders(
  interpretations: readonly ContentEntry<Interpretation>[],
  originals: readonly ContentEntry<Original>[],
): Problem[] {
  const anchors = new Map(originals.map(({ data, body }) => [data.id, anchorsOf(body)]))
  return interpretations.flatMap(({ file, data, lineOf }) =>
    data.conditions.flatMap(({ clause, original = data.policy }, index): Problem[] => {
      const anchor = clause === undefined ? undefined : articleAnchor(clause)
      const known = original === undefined ? undefined : anchors.get(original)
      if (data.draft || !anchor || !known || known.has(anchor)) return []
      const field = ['conditions', index, 'clause']
      const expected = `原文 ${original} 里有的条款`
      return [{ file, line: lineOf(field), field: field.join('.'), expected, found: clause ?? '' }]
    }),
  )
}

/** Returns the elements that golden companies leave unguarded, in words for editors. */
export function missingCompanies(
  { benefit }: Pick<Interpretation, 'benefit'>,
  golden: Pick<GoldenFile, 'companies' | 'wrong'> | undefined,
): string[] {
  if (!golden) return ['没有样本企业']
  const { companies, wrong } = golden
  const verdicts = Object.entries(STATUS_WORDS).filter(
    ([status]) => !companies.some((company) => company.status === status),
  )
  const priced = [...companies, ...wrong].filter(({ worth }) => worth !== undefined).length
  return [
    ...verdicts.map(([, words]) => `没有“${words}”的企业`),
    ...(wrong.length < WRONG_LEAST
      ? [`人们会看错的（wrong）${wrong.length} 家，至少 ${WRONG_LEAST} 家`]
      : []),
    ...(wrong.some(({ thought }) => thought === 'met') ? [] : ['看错的里没有会以为符合的']),
    ...(benefit && priced < PRICED_LEAST ? [`写了 worth 的 ${priced} 家，至少 ${PRICED_LEAST} 家`] : []),
  ]
}

export function goldenReminders(
  interpretations: readonly ContentEntry<Interpretation>[],
  golden: readonly GoldenFile[],
): Problem[] {
  return interpretations.flatMap(({ file, data, lineOf }): Problem[] => {
    if (data.draft || !data.eligibility) return []
    const missing = missingCompanies(
      data,
      golden.find(({ interpretation }) => interpretation === file),
    )
    if (missing.length === 0) return []
    const expected = '同名的 .golden.yaml 里有样本企业守着（docs/write-a-rule.md 第 3 条）'
    const field = 'eligibility'
    return [{ file, line: lineOf([field]), field, expected, found: missing.join('，') }]
  })
}

/** As on the page: a block of Markdown begins a paragraph or a heading. */
function anchorsOf(body: string): Set<string> {
  const blocks = body.split(/\n+/).map((line) => {
    const text = line.replace(/^#+\s*/, '').replace(/^\*\*(.*?)\*\*/, '<strong>$1</strong>')
    return `<p>${text}</p>`
  })
  return new Set(anchorArticles(blocks.join('\n')).articles.map(({ anchor }) => anchor))
}
