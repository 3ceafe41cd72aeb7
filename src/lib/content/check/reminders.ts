/**
 * Reminders on buildable pages: an unmarked ended window, a text without a source, a policy that needs a new check,
 * a clause that its original lacks, unguarded conditions.
 */

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

/** Finds interpretations with fewer than two compared sources. */
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

/** Finds clauses that the original lacks: their links lead to its top. */
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

// Finds originals that mention changing or ending an older one that does not record it. Searches number and title
// in sentences with 废止, 代替 or 修改; an editor decides.

type Entry = Pick<ContentEntry<Original>, 'file' | 'data' | 'body' | 'lineOf'>

const ENDS = /(?<!未|不)(?:废止|失效|停止执行|代替|替代|取代)/
/** Before and after a name: 修改《…》, 《…》作如下修改, 《…》第三条修改为. Many sentences mention a change without making one. */
const CHANGES_NEXT = /修(?:改|订|正)$/
const HAS_CHANGED = /^(?:\([^()]*\))?(?:第|作|进行|予以|如下)[^《。]{0,30}修(?:改|订|正)/
/** How texts cite their own history: 根据…《关于修改〈…〉的决定》修正. */
const TELLS_HISTORY = /关于修(?:改|订|正)$/
const SENTENCES = /[^。；;\n]+[。；;]?/g
const SENTENCE_SHOWN = 120
/** Words before a number that are not part of it: 依据财税〔2016〕32号. */
const BEFORE_NUMBER = /[\p{Script=Han}](?<![和及与据由按对将以照替止改])$/u

/** Returns reminders for the older originals. */
export function amendmentReminders(originals: readonly Entry[]): Problem[] {
  const published = originals.filter(({ data }) => !data.draft)
  const byName = namesOf(published)
  const found = new Map<Entry, Problem>()
  for (const by of published) {
    for (const [sentence] of `${by.data.title}\n${by.body}`.matchAll(SENTENCES)) {
      const isEnd = ENDS.test(sentence)
      const counts = isEnd ? () => true : changeIn(sentence === by.data.title)
      if (!isEnd && !/修[改订正]/.test(sentence)) continue
      for (const old of namedIn(plain(sentence), byName, counts)) {
        if (old === by || found.has(old) || knows(old, by) || isYounger(old, by)) continue
        const said = sentence.trim().slice(0, SENTENCE_SHOWN)
        found.set(old, {
          file: old.file,
          line: old.lineOf(['validity']),
          field: 'validity',
          expected: `${isEnd ? '已废止' : '已修改'}（${by.data.number ?? by.data.title} 说：“${said}”）`,
          found: old.data.validity ?? '没有写',
        })
      }
    }
  }
  return [...found.values()]
}

type Names = Map<string, Entry[]>

/** Returns numbers and titles, longest first: a longer number may end with a shorter one. */
function namesOf(entries: readonly Entry[]): Names {
  const pairs = entries.flatMap((entry) => [
    ...(entry.data.number ? [[plain(entry.data.number), entry] as const] : []),
    [`《${plain(entry.data.title)}》`, entry] as const,
  ])
  const names: Names = new Map()
  for (const [name, entry] of pairs.sort(([a], [b]) => b.length - a.length)) {
    names.set(name, [...(names.get(name) ?? []), entry])
  }
  return names
}

type Counts = (before: string, after: string) => boolean

function changeIn(isTitle: boolean): Counts {
  return (before, after) =>
    (CHANGES_NEXT.test(before) && (isTitle || !TELLS_HISTORY.test(before))) || HAS_CHANGED.test(after)
}

function namedIn(sentence: string, names: Names, counts: Counts): Entry[] {
  let rest = sentence
  const found: Entry[] = []
  for (const [name, entries] of names) {
    const at = rest.indexOf(name)
    if (at < 0) continue
    if (!name.startsWith('《') && BEFORE_NUMBER.test(rest.slice(0, at))) continue
    const after = rest.slice(at + name.length)
    if (counts(rest.slice(0, at), after)) {
      found.push(...entries.filter(({ data }) => !isOther(data.number, after, name)))
    }
    rest = rest.replace(name, '')
  }
  return found
}

/** A title followed by another number is another document of the same name. */
function isOther(number: string | undefined, after: string, name: string): boolean {
  const [, said] = /^\(([^()]*号)\)/.exec(after) ?? []
  return name.startsWith('《') && number !== undefined && said !== undefined && !said.endsWith(plain(number))
}

/** Normalises printed forms of brackets and blanks. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[〔[【](\d{4})[〕\]】]/g, '〔$1〕')
    .replace(/\((\d{4})\)(?=\d+号)/g, '〔$1〕')
    .replaceAll('〈', '《')
    .replaceAll('〉', '》')
}

/** It records the change, or was compared after it. */
function knows({ data: { validity, checked } }: Entry, by: Entry): boolean {
  if (validity === undefined) return false
  if (validity !== '现行有效') return true
  return checked !== undefined && checked.date >= dayOf(by)
}

function isYounger(old: Entry, by: Entry): boolean {
  return dayOf(old) !== '' && dayOf(by) !== '' && dayOf(old) > dayOf(by)
}

function dayOf({ data }: Entry): string {
  return data.made ?? data.published ?? ''
}
