/**
 * Tells people what is new or changed under the conditions that they have saved (behaviour B6.4): as soon as a build is
 * compared, every morning, or on Mondays. Of a policy a person hears once for each build, whatever tells it first.
 */
import * as v from 'valibot'
import { MESSAGE_UNREAD } from '../../src/lib/contract/account/message.ts'
import {
  type Condition,
  conditionPage,
  conditionWords,
  RHYTHMS,
  type Rhythm,
  readCondition,
} from '../../src/lib/contract/account/saved-search.ts'
import { chinaDay, dayBegins } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import {
  type DocumentKind,
  documentsFor,
  type KnownDocument,
  type LoadLibrary,
  pageOfDocument,
  type SearchLibrary,
} from '../catalogue/search-library.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database, Tables } from '../db/schema.ts'
import type { NewMessage } from '../messages/messages.ts'
import { reminderTimeMs } from '../reminders/reminders.ts'
import { TELL } from './news.ts'

const ROWS_AT_ONCE = 500
const PEOPLE_AT_ONCE = 100

/** Call it on every day that the portal runs: one pass makes up for those that were missed. */
export async function scheduleSaved(db: Database, nowMs: number): Promise<void> {
  const day = chinaDay(new Date(nowMs))
  const weekday = (new Date(dayBegins(day) + 8 * HOUR_MS).getUTCDay() + 6) % 7
  const monday = chinaDay(new Date(dayBegins(day) - weekday * DAY_MS))
  for (const [rhythm, first] of [
    ['daily', day],
    ['weekly', monday],
  ] as const) {
    const payload = { rhythm, since: reminderTimeMs(first) }
    await schedule(db, { kind: TELL, key: `${rhythm}-${first}`, dueMs: reminderTimeMs(first), payload })
  }
}

interface SavedServices {
  catalogue: LoadCatalogue
  searchLibrary: LoadLibrary
}

const tellPayload = v.object({ rhythm: v.picklist(RHYTHMS), since: v.number() })

export function savedSearchJobs({ catalogue, searchLibrary }: SavedServices): JobHandlers {
  const tell = async (db: Database, json: unknown, nowMs: number) => {
    const payload = v.parse(tellPayload, json)
    if (nowMs < payload.since + HOUR_MS && (await isToldElsewhere(db))) {
      const later = { kind: TELL, key: `${payload.rhythm}-after-${nowMs}`, dueMs: nowMs + MINUTE_MS, payload }
      return schedule(db, later)
    }
    const news = await waitingNews(db, payload.rhythm)
    const newest = news.at(-1)
    if (!newest) return
    // Another process has the newer build: it takes the job up at one of the next tries.
    if (Date.parse((await catalogue()).built_at) < newest.built_at)
      throw new Error('the build with the news is not here')
    const library = await searchLibrary()
    // Told from nothing, everybody would count as told.
    if (library.documents.length === 0) throw new Error('the documents of the build are not here')
    await tellEverybody(db, library, { rhythm: payload.rhythm, news, nowMs })
  }
  return { [TELL]: { run: tell } }
}

/** Followers and companies with answers are told first, so that nobody hears of the same policy twice. */
async function isToldElsewhere(db: Database): Promise<boolean> {
  const underway = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', ['tell-change', 'tell-matches'])
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return underway !== undefined
}

type News = Pick<
  Tables['document_news'],
  'kind' | 'page_id' | 'subject' | 'words' | 'built_at' | 'created_at'
> & { id: number }

/** What somebody of this rhythm has not been told yet, oldest first. */
function waitingNews(db: Database, rhythm: Rhythm): Promise<News[]> {
  return db
    .selectFrom('document_news')
    .selectAll()
    .where('id', '>', (row) =>
      row
        .selectFrom('saved_searches')
        .select((all) => all.fn.min('seen_news').as('seen'))
        // Not missed by tests: more would be read, and nobody told of it.
        .where('rhythm', '=', rhythm)
        .where('muted', '=', 0),
    )
    .orderBy('id')
    .execute()
}

interface Round {
  rhythm: Rhythm
  /** Oldest first, not empty. */
  news: readonly News[]
  nowMs: number
}

const keyOf = (kind: DocumentKind, id: number) => `${kind} ${id}`

/** A page of people a transaction; what an interrupted round has told, the next one leaves out. */
async function tellEverybody(db: Database, library: SearchLibrary, round: Round): Promise<void> {
  const newest = round.news.at(-1)?.id ?? 0
  const today = chinaDay(new Date(round.nowMs))
  const subjects = new Set(round.news.map(({ kind, page_id }) => keyOf(kind, page_id)))
  const known = new Map(
    library.documents
      .map((document) => [keyOf(document.kind, document.id), document] as const)
      .filter(([key]) => subjects.has(key)),
  )
  const fresh = [...known.values()]
  const found = new Map<string, Promise<ReadonlySet<KnownDocument>>>()
  const find = (condition: Condition, written: string) => {
    const finding =
      found.get(written) ??
      documentsFor(library, condition, today, fresh).then((documents) => new Set<KnownDocument>(documents))
    found.set(written, finding)
    return finding
  }
  for (let after = 0; ; ) {
    const searches = await nextSearches(db, round.rhythm, newest, after)
    if (searches.length === 0) return
    after = Math.max(...searches.map(({ customer_id }) => customer_id))
    const asked: AskedSearch[] = []
    for (const search of searches) {
      const condition = readCondition(search.condition)
      asked.push({
        ...search,
        conditionRead: condition,
        name: conditionWords(condition, library.regionNames),
        fits: await find(condition, search.condition),
      })
    }
    await db.transaction().execute((transaction) => tellSome(transaction, asked, { ...round, newest, known }))
  }
}

type SearchRow = Awaited<ReturnType<typeof nextSearches>>[number]

interface AskedSearch extends SearchRow {
  conditionRead: Condition
  name: string
  fits: ReadonlySet<KnownDocument>
}

/** The conditions of the next people that have not looked at the newest; each person's oldest first. */
function nextSearches(db: Database, rhythm: Rhythm, newest: number, after: number) {
  return (
    db
      .selectFrom('saved_searches')
      .innerJoin('customers', 'customers.id', 'saved_searches.customer_id')
      .select(['saved_searches.id', 'customer_id', 'condition', 'seen_news', 'company_id'])
      .where('rhythm', '=', rhythm)
      // Not missed by tests: what is silent is not moved on, and so not told.
      .where('muted', '=', 0)
      .where('customer_id', 'in', (row) =>
        row
          .selectFrom('saved_searches as waiting')
          .select('waiting.customer_id')
          .distinct()
          // Not missed by tests: people with nothing to be told would make pages of their own.
          .where('waiting.rhythm', '=', rhythm)
          // Not missed by tests: as above.
          .where('waiting.muted', '=', 0)
          // Not missed by tests: as above.
          .where('waiting.seen_news', '<', newest)
          // Not missed by tests: those before have been moved on, unless somebody silences them at this moment.
          .where('waiting.customer_id', '>', after)
          .orderBy('waiting.customer_id')
          .limit(PEOPLE_AT_ONCE),
      )
      .orderBy('customer_id')
      .orderBy('saved_searches.id')
      .execute()
  )
}

interface Telling extends Round {
  newest: number
  known: ReadonlyMap<string, KnownDocument>
}

interface Told {
  search: AskedSearch
  news: News
  document: KnownDocument
}

async function tellSome(
  transaction: Database,
  asked: readonly AskedSearch[],
  telling: Telling,
): Promise<void> {
  const { newest, nowMs } = telling
  const claimed = await claim(transaction, asked, newest)
  const candidates = candidatesOf(
    asked.filter(({ id }) => claimed.has(id)),
    telling,
  )
  if (candidates.length === 0) return
  const heard = await heardElsewhere(transaction, candidates)
  const told = await noteTold(
    transaction,
    candidates.filter((candidate) => !heard(candidate)),
    nowMs,
  )
  if (told.length === 0) return
  const messages = messagesOf(told)
  for (let start = 0; start < messages.length; start += ROWS_AT_ONCE) {
    await transaction
      .insertInto('messages')
      .values(
        messages
          .slice(start, start + ROWS_AT_ONCE)
          .map((row) => ({ ...row, status: MESSAGE_UNREAD, created_at: nowMs })),
      )
      .execute()
  }
}

/** Moves them on; of two processes that come to the same condition, one gets it. */
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
    // Not missed by tests: notices keep what comes twice from being told, too.
    .where('seen_news', '<', newest)
    // Not missed by tests: silenced since it was read.
    .where('muted', '=', 0)
    .returning('id')
    .execute()
  return new Set(claimed.map(({ id }) => id))
}

const personal = ({ search, news }: Told) => `${search.customer_id} ${news.subject} ${news.built_at}`

/**
 * What fits, for each person and policy once: under the oldest condition that it fits, and by the interpretation where
 * there is one.
 */
function candidatesOf(asked: readonly AskedSearch[], { news, known }: Telling): Told[] {
  const chosen = new Map<string, Told>()
  for (const search of asked) {
    for (const each of news) {
      const document = known.get(keyOf(each.kind, each.page_id))
      if (each.id <= search.seen_news || !document || !search.fits.has(document)) continue
      const told = { search, news: each, document }
      const before = chosen.get(personal(told))
      const isBetter = before?.search === search && each.kind === 'item' && before.news.kind !== 'item'
      if (!before || isBetter) chosen.set(personal(told), told)
    }
  }
  return [...chosen.values()]
}

/** Whether a follow, a match or 不再提醒 has settled it already. */
async function heardElsewhere(
  transaction: Database,
  candidates: readonly Told[],
): Promise<(told: Told) => boolean> {
  const companies = [...new Set(candidates.map(({ search }) => search.company_id))]
  const builds = [...new Set(candidates.map(({ news }) => news.built_at))]
  const changes = await transaction
    .selectFrom('policy_change_notices')
    .innerJoin('policy_changes', 'policy_changes.id', 'policy_change_notices.change_id')
    .select(['company_id', 'policy_id', 'built_at'])
    // Not missed by tests: what others have heard would be read, and not looked at.
    .where('company_id', 'in', companies)
    // Not missed by tests: as above.
    .where('built_at', 'in', builds)
    .execute()
  const matches = await transaction
    .selectFrom('match_notices')
    .select(['company_id', 'item_id', 'sent_at'])
    // Not missed by tests: as above.
    .where('company_id', 'in', companies)
    // Not missed by tests: an item is new once.
    .where('sent_at', '>=', Math.min(...candidates.map(({ news }) => news.created_at)))
    .execute()
  const silent = await transaction
    .selectFrom('follows')
    .select(['company_id', 'policy_id'])
    // Not missed by tests: as above.
    .where('company_id', 'in', companies)
    .where('muted', '=', 1)
    .execute()
  const heard = new Set([
    ...changes.map(({ company_id, policy_id, built_at }) => `${company_id} policy-${policy_id} ${built_at}`),
    ...matches.map(({ company_id, item_id }) => `${company_id} item ${item_id}`),
    ...silent.map(({ company_id, policy_id }) => `${company_id} policy-${policy_id}`),
  ])
  return ({ search: { company_id }, news: { subject, built_at, kind, page_id, words } }) =>
    heard.has(`${company_id} ${subject} ${built_at}`) ||
    heard.has(`${company_id} ${subject}`) ||
    (words === null && heard.has(`${company_id} ${keyOf(kind, page_id)}`))
}

/** Those whom nobody has told before, by another rhythm for example. */
async function noteTold(transaction: Database, candidates: readonly Told[], nowMs: number): Promise<Told[]> {
  const noted = new Set<string>()
  for (let start = 0; start < candidates.length; start += ROWS_AT_ONCE) {
    const rows = await transaction
      .insertInto('saved_search_notices')
      .values(
        candidates.slice(start, start + ROWS_AT_ONCE).map(({ search, news }) => ({
          customer_id: search.customer_id,
          subject: news.subject,
          built_at: news.built_at,
          sent_at: nowMs,
        })),
      )
      .onConflict((row) => row.columns(['customer_id', 'subject', 'built_at']).doNothing())
      .returning(['customer_id', 'subject', 'built_at'])
      .execute()
    for (const row of rows) noted.add(`${row.customer_id} ${row.subject} ${row.built_at}`)
  }
  return candidates.filter((candidate) => noted.has(personal(candidate)))
}

/** For each condition one message, however much there is; of a policy that changed twice, the newest words. */
function messagesOf(told: readonly Told[]): NewMessage[] {
  return [...Map.groupBy(told, ({ search }) => search)].flatMap(([search, own]) => {
    const bySubject = [...new Map(own.map((each) => [each.news.subject, each])).values()]
    const [first] = bySubject
    if (!first) return []
    const { company_id, customer_id, id, name, conditionRead } = search
    const about = { company_id, customer_id, category: 'policy', saved_search_id: id } as const
    if (bySubject.length > 1) {
      const message = `您订阅的条件（${name}）有 ${bySubject.length} 项新内容或变化，其中有《${first.document.title}》，请查看。`
      return [{ ...about, message, page: conditionPage(conditionRead) }]
    }
    const { document, news } = first
    const title = `《${document.title}》`
    const message =
      news.words === null
        ? `您订阅的条件（${name}）有新内容：${title}。`
        : `您订阅的条件（${name}）里，${title}有变化：${news.words}。`
    return [{ ...about, message, page: pageOfDocument(document) }]
  })
}
