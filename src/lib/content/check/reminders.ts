/**
 * What an editor should look at, although the page can be built: a window that is over and does not say so, a text
 * without a source, a policy that nobody has checked for long, a clause that its original does not have.
 */

import { chinaDay, daysBetween } from '../../rules/time/china-day.ts'
import type { ContentEntry } from '../load/markdown-file.ts'
import type { Problem } from '../load/yaml-fields.ts'
import type { Interpretation, Original } from '../schema/documents.ts'
import type { Checked, Source } from '../schema/fields.ts'
import { isHomePage, NOT_CHECKED } from '../sources.ts'
import { anchorArticles, articleAnchor } from '../text/articles.ts'

/** 最后核对日期 older than this: the policy may have changed since. */
export const CHECK_AFTER_DAYS = 180

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

/** Of a clause that the original does not have, the reader is led to the top of it. */
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

/** As the page has them: a block of Markdown begins a paragraph or a heading. */
function anchorsOf(body: string): Set<string> {
  const blocks = body.split(/\n+/).map((line) => {
    const text = line.replace(/^#+\s*/, '').replace(/^\*\*(.*?)\*\*/, '<strong>$1</strong>')
    return `<p>${text}</p>`
  })
  return new Set(anchorArticles(blocks.join('\n')).articles.map(({ anchor }) => anchor))
}
