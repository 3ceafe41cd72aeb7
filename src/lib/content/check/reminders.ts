/**
 * What an editor should look at, although the page can be built: a window that is over and does not say so, a text
 * without a source, a policy that nobody has checked for long.
 */
import { chinaDay, daysBetween } from '../../rules/time/china-day.ts'
import type { ContentEntry } from '../load/markdown-file.ts'
import type { Problem } from '../load/yaml-fields.ts'
import type { Source } from '../schema/documents.ts'

/** 最后核对日期 older than this: the policy may have changed since. */
export const CHECK_AFTER_DAYS = 180

interface Remembered {
  draft: boolean
  source?: Source | undefined
  checked?: string | undefined
  window?: { closes?: string; note?: string | undefined; rolling?: true } | undefined
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
  const closes = data.window?.closes
  const over = closes !== undefined && closes < today && !data.window?.note
  const stale = data.checked !== undefined && daysBetween(data.checked, today) > CHECK_AFTER_DAYS
  return [
    ...(data.source?.url ? [] : [at('source', '来源名称和网址', data.source ? '没有网址' : '没有写')]),
    ...(data.checked === undefined ? [at('checked', '最后核对日期', '没有写')] : []),
    ...(stale ? [at('checked', `${CHECK_AFTER_DAYS} 天内核对过`, data.checked ?? '')] : []),
    ...(over ? [at('window', '期限已过时，用 note 说明现状（如：2026年度已结束）', closes)] : []),
  ]
}
