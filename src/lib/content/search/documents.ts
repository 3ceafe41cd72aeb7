/** The searchable content: every page of the three collections, every loan, fund and provider. */
import { SHOWN_DIR } from 'astro:env/server'
import { grantFigure } from '../../rules/text/format-number.ts'
import { nameOf } from '../../rules/text/titles.ts'
import { type Authorities, readAuthorities } from '../authorities.ts'
import { funds, loanProducts, providers } from '../directory.ts'
import {
  dayOf,
  type InterpretationEntry,
  interpretations,
  isNoLongerInForce,
  type NewsEntry,
  news,
  type OriginalEntry,
  once,
  originals,
  renderedOf,
  rowMarks,
} from '../entries.ts'
import { formatProblem } from '../load/yaml-fields.ts'
import { regionName, regionShortName } from '../regions.ts'
import type { Interpretation } from '../schema/documents.ts'
import { windowOf } from '../schema/documents.ts'
import type { SearchedText } from './build-index.ts'
import { makeSearchFiles, type SearchDocument, type SearchFiles } from './files.ts'
import { ofFund, ofLoan, ofProvider } from './products.ts'
import { readSynonyms } from './synonyms.ts'
import { textOfHtml } from './text.ts'

export const builtSearch = once(async (): Promise<SearchFiles> => {
  const { synonyms, problems } = await readSynonyms(SHOWN_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  const { authorities } = await readAuthorities(SHOWN_DIR)
  return makeSearchFiles(await searchDocuments(authorities), synonyms)
})

/** Newest first. @param authorities whose other names are searchable */
async function searchDocuments(authorities: Authorities): Promise<SearchDocument[]> {
  const documents = [
    ...(await inTurn(await interpretations(), ofInterpretation)),
    ...(await inTurn(await originals(), ofOriginal)),
    ...(await inTurn(await news(), ofNews)),
    ...(await loanProducts()).map(ofLoan),
    ...(await funds()).map(ofFund),
    ...(await providers()).map(ofProvider),
  ]
  return documents
    .map((document) => ({ ...document, searched: withOtherNames(document, authorities) }))
    .toSorted((a, b) => b.day.localeCompare(a.day))
}

/** Sequential, because the HTML of all at once would be hundreds of megabytes. */
async function inTurn<Entry>(
  entries: readonly Entry[],
  make: (entry: Entry) => Promise<SearchDocument>,
): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = []
  for (const entry of entries) documents.push(await make(entry))
  return documents
}

/** Lets 工信部 find documents of 工业和信息化部. */
function withOtherNames(
  { searched, departments }: SearchDocument,
  { otherNames }: Authorities,
): SearchedText {
  return { ...searched, about: [searched.about, ...departments.flatMap(otherNames)].join(' ') }
}

interface Written {
  kind: string
  departments: readonly string[]
  number?: string | undefined
  lead?: string | undefined
  labels?: readonly (string | undefined)[]
  words: readonly (string | undefined)[]
}

async function toDocument(
  entry: OriginalEntry | InterpretationEntry | NewsEntry,
  { kind, departments, number, lead, labels = [], words }: Written,
): Promise<SearchDocument> {
  const { data } = entry
  const text = [...words, textOfHtml((await renderedOf(entry)).html)].filter(Boolean).join('\n')
  const from = departments.join('、')
  const gist = data.gist ?? lead
  const marks = rowMarks(data)
  // An original has its issuer's title.
  const title = 'issuers' in data ? data.title : nameOf(data)
  return {
    id: data.id,
    kind,
    region: data.region,
    themes: data.themes,
    departments,
    day: dayOf(data),
    searched: {
      title: data.title,
      name: data.short,
      number: number ?? '',
      about: [...departments, regionName(data.region), ...data.themes, kind, ...labels].join(' '),
      body: [data.gist, lead, text].filter(Boolean).join('\n'),
    },
    text,
    result: {
      title,
      ...(title !== data.title && { full: data.title }),
      place: regionShortName(data.region),
      ...(number && { number }),
      ...(from && { from }),
      ...(gist && { gist }),
      ...(marks.length > 0 && { marks }),
    },
  }
}

async function ofOriginal(entry: OriginalEntry): Promise<SearchDocument> {
  const { kind, category, issuers, number } = entry.data
  const document = await toDocument(entry, {
    kind,
    departments: issuers,
    number,
    labels: [category],
    words: [],
  })
  return {
    ...document,
    isOver: isNoLongerInForce(entry.data),
    result: { ...document.result, policy: entry.data.id },
  }
}

function ofNews(entry: NewsEntry): Promise<SearchDocument> {
  return toDocument(entry, { kind: '政策资讯', departments: [], lead: entry.data.summary, words: [] })
}

async function ofInterpretation(entry: InterpretationEntry): Promise<SearchDocument> {
  const { data } = entry
  const document = await toDocument(entry, {
    kind: '政策解读',
    departments: data.department?.split('、') ?? [],
    lead: data.gain ?? data.summary,
    labels: [data.support, data.claim],
    words: wordsOf(data),
  })
  return {
    ...document,
    claim: data.claim,
    window: data.window && windowOf(data.window),
    result: {
      ...document.result,
      figure: grantFigure(data),
      ...(data.policy !== undefined && { policy: data.policy }),
    },
  }
}

function wordsOf(data: Interpretation): (string | undefined)[] {
  return [
    data.summary,
    data.who,
    ...data.conditions.map(({ text }) => text),
    ...data.unmodelled,
    ...data.materials.map(({ name }) => name),
    ...data.steps.flatMap(({ title, text }) => [title, text]),
    ...data.questions.flatMap(({ q, a }) => [q, a]),
  ]
}
