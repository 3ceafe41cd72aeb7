/** Reads a content folder and checks what single files cannot: ids and references. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Certificate } from '../../rules/eligibility/options.ts'
import { asksOf } from '../../rules/eligibility/tree.ts'
import { nameOf, widthInHanzi } from '../../rules/text/titles.ts'
import { readAuthorities, spellingProblems, unregisteredReminders } from '../authorities.ts'
import { readExclusions } from '../exclusions.ts'
import { contentPaths } from '../load/content-files.ts'
import { type ContentEntry, parseMarkdownFile, schemaProblems } from '../load/markdown-file.ts'
import type { Problem } from '../load/yaml-fields.ts'
import { asksOfPage, benefitProblems, readRates } from '../rates.ts'
import type { Fund, Provider } from '../schema/directory.ts'
import {
  COLLECTION_SCHEMAS,
  type CollectionName,
  type Interpretation,
  type News,
  type Original,
} from '../schema/documents.ts'
import { NAME_HANZI } from '../schema/fields.ts'
import type { LoanProduct } from '../schema/loans.ts'
import { readSynonyms } from '../search/synonyms.ts'
import { CHECK_AFTER_DAYS, checkedProblems, sourceTable } from '../sources.ts'
import { checkGoldenFiles, readGoldenFiles } from './golden-files.ts'
import { brokenLinks } from './references.ts'
import {
  amendmentReminders,
  clauseReminders,
  comparedReminders,
  goldenReminders,
  remindersOf,
} from './reminders.ts'

export interface Collection<Data> {
  entries: ContentEntry<Data>[]
  problems: Problem[]
}

interface CollectionData {
  originals: Original
  interpretations: Interpretation
  news: News
  providers: Provider
  funds: Fund
  loans: LoanProduct
}

/**
 * Returns the entries of a collection below `contentDir`, with the problems of unreadable files and invalid
 * formulas. The build stops at the same ones.
 */
export async function readCollection<Name extends CollectionName>(
  contentDir: string,
  name: Name,
): Promise<Collection<CollectionData[Name]>> {
  const entries: ContentEntry<CollectionData[Name]>[] = []
  const problems: Problem[] = []
  for (const path of await contentPaths(join(contentDir, name), '.md')) {
    const text = await readFile(path, 'utf8')
    const { entry, problems: own } = readOnce(path, text, name)
    if (entry) entries.push(entry)
    problems.push(...own)
  }
  const priced = name === 'interpretations' ? await formulaProblems(contentDir, entries) : []
  return { entries, problems: [...problems, ...duplicateIds(entries), ...priced] }
}

/** Cached by path: the workbench checks the whole library at each keystroke, and reading it takes seconds. */
const lastRead = new Map<string, { text: string; read: ReturnType<typeof readDocument> }>()

function readOnce<Name extends CollectionName>(path: string, text: string, name: Name) {
  const last = lastRead.get(path)
  const read = last?.text === text ? last.read : readDocument(path, text, name)
  lastRead.set(path, { text, read })
  return read as ReturnType<typeof readDocument<Name>>
}

/** Returns undefined for an unusable file. */
export function readDocument<Name extends CollectionName>(
  path: string,
  text: string,
  name: Name,
): { entry: ContentEntry<CollectionData[Name]> | undefined; problems: Problem[] } {
  const file = relative(process.cwd(), path)
  const parsed = parseMarkdownFile(file, text)
  if (parsed.data === undefined) return { entry: undefined, problems: parsed.problems }
  const result = COLLECTION_SCHEMAS[name].safeParse(parsed.data)
  if (!result.success) {
    return { entry: undefined, problems: [...parsed.problems, ...schemaProblems(file, parsed, result.error)] }
  }
  const data = result.data as CollectionData[Name]
  const { body, bodyLine, lineOf } = parsed
  return { entry: { file, data, body, bodyLine, lineOf }, problems: parsed.problems }
}

async function formulaProblems(
  contentDir: string,
  entries: readonly ContentEntry<CollectionData[CollectionName]>[],
): Promise<Problem[]> {
  const { rates, problems } = await readRates(contentDir)
  // Without the rates every formula that uses one would be wrong; the rates have their own problems.
  return problems.length > 0 ? [] : benefitProblems(entries as ContentEntry<Interpretation>[], rates)
}

/** The collections with a page for each document. */
export async function readDocuments(contentDir: string) {
  const [originals, interpretations, news] = await Promise.all([
    readCollection(contentDir, 'originals'),
    readCollection(contentDir, 'interpretations'),
    readCollection(contentDir, 'news'),
  ])
  return { originals, interpretations, news }
}

type Documents = Awaited<ReturnType<typeof readDocuments>>

/** Returns every problem of a content folder, including references. Empty means that it can be built. */
export async function checkLibrary(
  contentDir: string,
  { originals, interpretations, news }: Documents,
): Promise<Problem[]> {
  const [providers, funds, loans] = await Promise.all([
    readCollection(contentDir, 'providers'),
    readCollection(contentDir, 'funds'),
    readCollection(contentDir, 'loans'),
  ])
  const register = await readAuthorities(contentDir)
  const known = idsOf(originals.entries)
  const readings = idsOf(interpretations.entries)
  const missing = (
    entry: ContentEntry<unknown>,
    field: PropertyKey[],
    id: number | undefined,
    { ids, name } = { ids: known, name: '原文' },
  ): Problem[] =>
    id === undefined || ids.has(id)
      ? []
      : [
          {
            file: entry.file,
            line: entry.lineOf(field),
            field: field.map(String).join('.'),
            expected: `一份政策${name}的 id`,
            found: `${id}（没有这份${name}）`,
          },
        ]
  return [
    ...originals.problems,
    ...interpretations.problems,
    ...news.problems,
    ...providers.problems,
    ...funds.problems,
    ...loans.problems,
    ...brokenLinks(
      [originals, interpretations, news, providers, funds, loans].flatMap<ContentEntry<unknown>>(
        ({ entries }) => entries,
      ),
      {
        originals: known,
        interpretations: readings,
        news: idsOf(news.entries),
        funds: idsOf(funds.entries),
        providers: new Set(providers.entries.map(({ data }) => `${data.category}/${data.id}`)),
      },
    ),
    ...originals.entries.flatMap((entry) => missing(entry, ['successor'], entry.data.successor)),
    ...interpretations.entries.flatMap((entry) => [
      ...missing(entry, ['policy'], entry.data.policy),
      ...entry.data.originals.flatMap((id, index) => missing(entry, ['originals', index], id)),
      ...entry.data.conditions.flatMap(({ original }, index) =>
        missing(entry, ['conditions', index, 'original'], original),
      ),
    ]),
    ...(await readExclusions(contentDir, readings)).problems,
    ...grantedTwice(interpretations.entries),
    ...(await readRates(contentDir)).problems,
    ...differingAsks(interpretations.entries),
    ...deniedByHabit(interpretations.entries),
    ...[originals, interpretations, news].flatMap(({ entries }) => checkedProblems(entries)),
    ...[...originals.entries, ...interpretations.entries, ...news.entries].flatMap(namingProblems),
    ...register.problems,
    ...spellingProblems([...originals.entries, ...interpretations.entries], register.authorities),
    ...loans.entries.flatMap((entry) =>
      missing(entry, ['basis'], entry.data.basis, { ids: readings, name: '解读' }),
    ),
    ...(await checkGoldenFiles(contentDir, interpretations.entries)),
    ...(await readSynonyms(contentDir)).problems,
    ...news.entries.flatMap((entry) =>
      entry.data.policies.flatMap((id, index) => missing(entry, ['policies', index], id)),
    ),
  ]
}

/** Finds a certificate that two interpretations grant: the match could not distinguish them. */
function grantedTwice(entries: readonly ContentEntry<Interpretation>[]): Problem[] {
  const first = new Map<Certificate, string>()
  return entries.flatMap(({ file, data: { grants }, lineOf }) => {
    const earlier = grants && first.get(grants)
    if (grants) first.set(grants, earlier ?? file)
    if (earlier === undefined) return []
    const found = `${grants}（${earlier} 已经写了）`
    return { file, line: lineOf(['grants']), field: 'grants', expected: '一项资质只写在一份文件里', found }
  })
}

/** Finds an ask of another policy in other words: its answer was given to the original words. */
function differingAsks(entries: readonly ContentEntry<Interpretation>[]): Problem[] {
  const asked = entries.map((entry) => ({ entry, asks: asksOfPage(entry.data) }))
  const own = new Map(
    asked.flatMap(({ entry, asks }) =>
      asks.filter(({ key }) => key.startsWith(`${entry.data.id}.`)).map((ask) => [ask.key, ask] as const),
    ),
  )
  return asked.flatMap(({ entry, asks }) =>
    asks.flatMap(({ key, ask, help }) => {
      const original = own.get(key)
      if (original?.ask === ask && original.help === help) return []
      return {
        file: entry.file,
        line: entry.lineOf(['eligibility']),
        field: 'eligibility',
        expected: original ? `与 ${key} 原来的 ask 和 help 相同` : '已有的问题',
        found: original ? ask : `${key}（没有这个问题）`,
      }
    }),
  )
}

/** Excludes the negations in 未来, 未就业, 不动产, 无人机, 无偿. */
const NEGATIVE = /没|不(?!动产)|未(?!来|就业)|无(?!人|偿)/

/** Words for orderly conduct. */
const ORDERLY = /正常经营|足额|按月|查账征收|单独(?:计算|核算)|分别核算|还本付息/

/**
 * Finds statements in the list with one 否 for all that an orderly company would deny by mistake, and lose a
 * benefit. Reports an ask shared by several policies at its definition.
 */
function deniedByHabit(entries: readonly ContentEntry<Interpretation>[]): Problem[] {
  return entries.flatMap(({ file, data, lineOf }) =>
    (data.eligibility ? asksOf(data.eligibility) : []).flatMap(({ ask, key, usual }) => {
      const isOwn = key.startsWith(`${data.id}.`)
      if (!isOwn || usual || !(NEGATIVE.test(ask) || ORDERLY.test(ask))) return []
      return {
        ...{ file, line: lineOf(['eligibility']), field: 'eligibility' },
        expected: '加 usual: true，或者改成多数企业答“否”的肯定句',
        found: ask,
      }
    }),
  )
}

/** Finds missing names and gists. Imported libraries have none, and their titles are cut at the first 「：」. */
function namingProblems({ file, data, lineOf }: ContentEntry<Original | Interpretation | News>): Problem[] {
  if (data.ref !== undefined || data.draft) return []
  const { title, short, gist } = data
  const at = (field: string, expected: string, found: string): Problem => {
    return { file, line: lineOf([field]), field, expected, found }
  }
  const name = nameOf(data)
  const width = widthInHanzi(name)
  return [
    ...(width > NAME_HANZI
      ? [
          at(
            'short',
            `最多 ${NAME_HANZI} 个汉字的名称（标题在“：”之前已经够短的不用写）`,
            `没有写，“${name}”有 ${width} 个`,
          ),
        ]
      : []),
    ...(short !== undefined && short === nameOf({ title })
      ? [at('short', '与标题不同的名称（标题在“：”之前已经够短的不用写）', `与标题相同：${short}`)]
      : []),
    ...(gist === undefined ? [at('gist', '名称下面的一句话，最多 32 个汉字：对企业有什么用', '没有写')] : []),
    ...(gist?.includes(name) ? [at('gist', '不重复名称的一句话', gist)] : []),
  ]
}

function idsOf(entries: ContentEntry<{ id: number }>[]): Set<number> {
  return new Set(entries.map(({ data }) => data.id))
}

/** Returns what editors should check in a buildable folder. */
export async function remindLibrary(
  contentDir: string,
  { originals, interpretations, news }: Documents,
): Promise<Problem[]> {
  const { authorities } = await readAuthorities(contentDir)
  return [
    ...[originals, interpretations, news].flatMap(({ entries }) =>
      entries.flatMap((entry) => remindersOf(entry)),
    ),
    ...comparedReminders(interpretations.entries),
    ...amendmentReminders(originals.entries),
    ...clauseReminders(interpretations.entries, originals.entries),
    ...goldenReminders(interpretations.entries, await readGoldenFiles(contentDir, interpretations.entries)),
    ...unregisteredReminders([...originals.entries, ...interpretations.entries], authorities),
  ]
}

const SOURCES_HEAD = `# 来源和核对

由内容生成，不要手改：\`npm run -s content:sources > docs/evidence/sources.md\`。“核对”是最后一次与什么核对；“再看”是最迟哪一天再核对一次
（核对后 ${CHECK_AFTER_DAYS} 天，期限先到的是到期的第二天）。
`

/** Returns docs/evidence/sources.md: every text with its sources and comparisons. */
export function listSources({ originals, interpretations, news }: Documents): string {
  const listed = (label: string, folder: string, entries: ContentEntry<Original | Interpretation | News>[]) =>
    entries
      .filter(({ data }) => !data.draft)
      .toSorted((a, b) => a.data.id - b.data.id)
      .map(({ data }) => ({ label, page: `/${folder}/${data.id}`, data }))
  const table = sourceTable([
    ...listed('原文', 'review', originals.entries),
    ...listed('解读', 'pmanagement', interpretations.entries),
    ...listed('资讯', 'information/consultation', news.entries),
  ])
  return `${SOURCES_HEAD}\n${table}`
}

/** Returns the assumptions of formulas, 按…估算, one line per policy by id, without drafts. */
export function listAssumptions(interpretations: readonly ContentEntry<Interpretation>[]): string[] {
  return interpretations
    .filter(({ data }) => !data.draft && data.benefit?.assumes?.length)
    .toSorted((a, b) => a.data.id - b.data.id)
    .map(({ data }) => `${data.id} ${nameOf(data)}：${data.benefit?.assumes?.join('；')}`)
}

function duplicateIds(entries: ContentEntry<{ id: number }>[]): Problem[] {
  const first = new Map<number, string>()
  return entries.flatMap((entry) => {
    const earlier = first.get(entry.data.id)
    first.set(entry.data.id, earlier ?? entry.file)
    if (earlier === undefined) return []
    const found = `${entry.data.id}（${earlier} 已经用了）`
    return [{ file: entry.file, line: entry.lineOf(['id']), field: 'id', expected: '没有用过的整数', found }]
  })
}
