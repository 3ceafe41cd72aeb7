/** Informs people of news under their saved conditions (behaviour B6.4); one message about a policy per build. */
import {
  type Condition,
  conditionPage,
  conditionWords,
  type Rhythm,
  readCondition,
} from '../../src/lib/contract/account/saved-search.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import {
  type DocumentKind,
  documentsFor,
  type KnownDocument,
  pageOfDocument,
  type SearchLibrary,
} from '../catalogue/search-library.ts'
import type { Database, Tables } from '../db/schema.ts'
import { sendMessages } from './messages.ts'
import { noteTold } from './told.ts'

const PEOPLE_AT_ONCE = 100

type News = Omit<Tables['document_news'], 'id'> & { id: number }

interface Build {
  catalogue: KeptCatalogue
  library: SearchLibrary
}

/** Each transaction covers a page of people. @throws when this process lacks the build with the news; the job is retried */
export async function tellSaved(
  db: Database,
  { catalogue, library }: Build,
  rhythm: Rhythm,
  nowMs: number,
): Promise<void> {
  const news = await waitingNews(db, rhythm)
  const newest = news.at(-1)
  if (!newest) return
  if (Date.parse(catalogue.built_at) < newest.built_at) throw new Error('the build with the news is not here')
  // Without documents, all people would be moved on without a message.
  if (library.documents.length === 0) throw new Error('the documents of the build are not here')
  const subjects = new Set(news.map(({ kind, page_id }) => keyOf(kind, page_id)))
  const known = new Map(
    library.documents
      .map((document) => [keyOf(document.kind, document.id), document] as const)
      .filter(([key]) => subjects.has(key)),
  )
  const find = finderIn(library, [...known.values()], chinaDay(new Date(nowMs)))
  for (let after = 0; ; ) {
    const searches = await nextSearches(db, rhythm, newest.id, after)
    if (searches.length === 0) return
    after = Math.max(...searches.map(({ customer_id }) => customer_id))
    const asked: AskedSearch[] = []
    for (const search of searches) asked.push({ ...search, fits: await find(search.condition) })
    await db.transaction().execute(async (transaction) => {
      const claimed = await claim(transaction, asked, newest.id)
      const candidates = candidatesOf(
        asked.filter(({ id }) => claimed.has(id)),
        { news, known },
      )
      if (candidates.length === 0) return
      const heard = await heardElsewhere(transaction, candidates)
      const told = await noteTold(
        transaction,
        candidates.filter((candidate) => !heard(candidate)),
        nowMs,
      )
      const messages = [...Map.groupBy(told, ({ search }) => search)].map(([search, own]) =>
        messageOf(search, own, library.regionNames),
      )
      await sendMessages(transaction, messages, nowMs)
    })
  }
}

const keyOf = (kind: DocumentKind, id: number) => `${kind} ${id}`

function finderIn(library: SearchLibrary, among: readonly KnownDocument[], today: string) {
  const found = new Map<string, Promise<ReadonlySet<KnownDocument>>>()
  return (written: string) => {
    const finding =
      found.get(written) ??
      documentsFor(library, readCondition(written), today, among).then((documents) => new Set(documents))
    found.set(written, finding)
    return finding
  }
}

/** Returns the news that anyone with this rhythm has not received, oldest first. */
function waitingNews(db: Database, rhythm: Rhythm): Promise<News[]> {
  return db
    .selectFrom('document_news')
    .selectAll()
    .where('id', '>', (row) =>
      row
        .selectFrom('saved_searches')
        .select((all) => all.fn.min('seen_news').as('seen'))
        // Not missed by tests: more would be read, without an effect.
        .where('rhythm', '=', rhythm)
        .where('muted', '=', 0),
    )
    .orderBy('id')
    .execute()
}

type SearchRow = Awaited<ReturnType<typeof nextSearches>>[number]

interface AskedSearch extends SearchRow {
  fits: ReadonlySet<KnownDocument>
}

function nextSearches(db: Database, rhythm: Rhythm, newest: number, after: number) {
  return (
    db
      .selectFrom('saved_searches')
      .innerJoin('customers', 'customers.id', 'saved_searches.customer_id')
      .select(['saved_searches.id', 'customer_id', 'condition', 'seen_news', 'company_id'])
      .where('rhythm', '=', rhythm)
      // Not missed by tests: muted ones are not moved on, and so get no message.
      .where('muted', '=', 0)
      .where('customer_id', 'in', (row) =>
        row
          .selectFrom('saved_searches as waiting')
          .select('waiting.customer_id')
          .distinct()
          // Not missed by tests: people without news would make pages of their own.
          .where('waiting.rhythm', '=', rhythm)
          // Not missed by tests: as above.
          .where('waiting.muted', '=', 0)
          // Not missed by tests: as above.
          .where('waiting.seen_news', '<', newest)
          // Not missed by tests: earlier ones have been moved on, unless they are muted at this moment.
          .where('waiting.customer_id', '>', after)
          .orderBy('waiting.customer_id')
          .limit(PEOPLE_AT_ONCE),
      )
      .orderBy('customer_id')
      .orderBy('saved_searches.id')
      .execute()
  )
}

async function claim(
  transaction: Database,
  asked: readonly AskedSearch[],
  newest: number,
): Promise<ReadonlySet<number>> {
  const claimed = await transaction
    .updateTable('saved_searches')
    .set({ seen_news: newest })
    .where(
      'id',
      'in',
      asked.map(({ id }) => id),
    )
    // Not missed by tests: notices also drop duplicates.
    .where('seen_news', '<', newest)
    // Not missed by tests: silenced since it was read.
    .where('muted', '=', 0)
    .returning('id')
    .execute()
  return new Set(claimed.map(({ id }) => id))
}

type Candidate = ReturnType<typeof toCandidate>

function toCandidate(search: AskedSearch, news: News, document: KnownDocument) {
  const { company_id, customer_id } = search
  const { subject, built_at } = news
  const about = { company_id, customer_id, topic: 'saved' as const, subject, occasion: String(built_at) }
  return { ...about, search, news, document }
}

/** Returns matching news, once for each person and policy: under the oldest matching condition. */
function candidatesOf(
  asked: readonly AskedSearch[],
  { news, known }: { news: readonly News[]; known: ReadonlyMap<string, KnownDocument> },
): Candidate[] {
  const chosen = new Map<string, Candidate>()
  for (const search of asked) {
    for (const each of news) {
      const document = known.get(keyOf(each.kind, each.page_id))
      if (each.id <= search.seen_news || !document || !search.fits.has(document)) continue
      const personal = `${search.customer_id} ${each.subject} ${each.built_at}`
      const before = chosen.get(personal)
      const isBetter = before?.search === search && each.kind === 'item' && before.news.kind !== 'item'
      if (!before || isBetter) chosen.set(personal, toCandidate(search, each, document))
    }
  }
  return [...chosen.values()]
}

/** Returns whether the person already has the news by a follow or a match, or has chosen 不再提醒. */
async function heardElsewhere(
  transaction: Database,
  candidates: readonly Candidate[],
): Promise<(candidate: Candidate) => boolean> {
  const companies = [...new Set(candidates.map(({ company_id }) => company_id))]
  const told = await transaction
    .selectFrom('told')
    .select(['company_id', 'subject', 'occasion'])
    // Not missed by tests: rows of other companies would be read, without an effect.
    .where('company_id', 'in', companies)
    .where('topic', 'in', ['change', 'match'])
    // Not missed by tests: older rows are about other builds.
    .where('told_at', '>=', Math.min(...candidates.map(({ news }) => news.created_at)))
    .execute()
  const silent = await transaction
    .selectFrom('follows')
    .select(['company_id', 'policy_id'])
    // Not missed by tests: as above.
    .where('company_id', 'in', companies)
    .where('muted', '=', 1)
    .execute()
  const heard = new Set([
    ...told.map(({ company_id, subject, occasion }) => `${company_id} ${subject} ${occasion}`),
    ...silent.map(({ company_id, policy_id }) => `${company_id} policy-${policy_id}`),
  ])
  return ({ company_id, subject, occasion, news: { kind, page_id, words } }) =>
    heard.has(`${company_id} ${subject} ${occasion}`) ||
    heard.has(`${company_id} ${subject}`) ||
    (words === null && heard.has(`${company_id} ${kind}-${page_id} `))
}

/** Returns one message for a condition; it has the newest words of a policy that changed twice. */
function messageOf(
  { company_id, customer_id, id, condition: written }: AskedSearch,
  own: readonly Candidate[],
  regionNames: ReadonlyMap<string, string>,
) {
  const condition: Condition = readCondition(written)
  const name = conditionWords(condition, regionNames)
  const bySubject = [...new Map(own.map((each) => [each.subject, each])).values()]
  const [first, ...others] = bySubject
  const title = `《${first?.document.title}》`
  const words = first?.news.words
  const message =
    others.length > 0
      ? `您订阅的条件（${name}）有 ${bySubject.length} 项新内容或变化，其中有${title}，请查看。`
      : words == null
        ? `您订阅的条件（${name}）有新内容：${title}。`
        : `您订阅的条件（${name}）里，${title}有变化：${words}。`
  const page = first && others.length === 0 ? pageOfDocument(first.document) : conditionPage(condition)
  return { company_id, customer_id, category: 'policy' as const, saved_search_id: id, message, page }
}
