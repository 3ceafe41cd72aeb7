/** Saved conditions: each person sees and changes only their own. And the results of a condition as Atom. */
import { hash } from 'node:crypto'
import {
  CONDITION_LISTS,
  type Condition,
  conditionFeed,
  conditionPage,
  conditionWords,
  deleteSavedSearch,
  listSavedSearches,
  readCondition,
  readFeed,
  SAVED_SEARCHES_MAX,
  type SavedSearch,
  saveSearch,
  writeCondition,
} from '../../src/lib/contract/account/saved-search.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { writeAtom } from '../../src/lib/rules/text/atom.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { site } from '../../src/site.ts'
import { type DocumentKind, documentsFor, pageOfDocument } from '../catalogue/search-library.ts'
import { lockCompany } from '../company/lock-company.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { answerHeaders, answerUnchanged } from '../http/answer.ts'
import { isHttps } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { AppContext } from '../http/types.ts'
import { newestNews } from './compare-build.ts'

export const savedSearchRoutes: Mount[] = [
  route(listSavedSearches, async ({ session, services: { db, searchLibrary } }) => {
    const { regionNames } = await searchLibrary()
    const rows = await ownSearches(db, session.customer.id).orderBy('id', 'desc').execute()
    return { items: rows.map((row) => toSaved(row, regionNames)) }
  }),

  route(
    saveSearch,
    async ({ body: { condition: given, rhythm, muted }, session, services: { db, searchLibrary, now } }) => {
      const { regionNames } = await searchLibrary()
      const { id: customer_id, company_id } = session.customer
      const row = await db.transaction().execute(async (transaction) => {
        await lockCompany(transaction, company_id)
        const condition = writeCondition(given)
        const own = await ownSearches(transaction, customer_id).execute()
        const same = own.find((each) => each.condition === condition)
        if (same) return change(transaction, same, { rhythm, muted })
        if (own.length >= SAVED_SEARCHES_MAX) {
          throw new Refusal(CODES.conflict, `最多订阅 ${SAVED_SEARCHES_MAX} 个条件，请先在企业账户里删除一个`)
        }
        return transaction
          .insertInto('saved_searches')
          .values({
            customer_id,
            condition,
            rhythm,
            muted: muted ? 1 : 0,
            seen_news: await newestNews(transaction),
            created_at: now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      return { item: toSaved(row, regionNames) }
    },
  ),

  route(deleteSavedSearch, async ({ params, session, services: { db } }) => {
    await db
      .deleteFrom('saved_searches')
      .where('customer_id', '=', session.customer.id)
      .where('id', '=', params.id)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refusal(CODES.none, '没有找到这个订阅，它可能已被删除'))
    return {}
  }),

  route(readFeed, async ({ query, services: { db, searchLibrary, now }, context }) => {
    const { regionNames, ...library } = await searchLibrary()
    const nowMs = now()
    const found = await documentsFor({ regionNames, ...library }, query, chinaDay(new Date(nowMs)))
    const changes = await latestChanges(db)
    const origin = ownOrigin(context)
    const entries = found.map((document) => {
      const { title, gist, facts } = document
      const change = changes.get(`${document.kind} ${document.id}`)
      return {
        title,
        url: origin + pageOfDocument(document),
        day: facts.day || '1970-01-01',
        changedMs: change?.created_at,
        summary: change ? `有变化：${change.words}。${gist}` : gist,
      }
    })
    const shown = entries.sort((a, b) => lastMs(b) - lastMs(a)).slice(0, ENTRIES)
    const atom = writeAtom({
      title: `${site.name}：${CONDITION_LISTS[query.list].title} · ${conditionWords(query, regionNames)}`,
      author: site.operator,
      self: origin + conditionFeed(query),
      page: origin + conditionPage(query),
      entries: shown,
    })
    const ETag = `"${hash('sha256', atom, 'hex').slice(0, 16)}"`
    if (context.req.header('if-none-match') === ETag) return answerUnchanged(context)
    return new Response(atom, { headers: answerHeaders(context, { ...ATOM_HEADERS, ETag }) })
  }),
]

const ENTRIES = 50
const ATOM_HEADERS = {
  'Content-Type': 'application/atom+xml; charset=utf-8',
  'Cache-Control': 'no-cache',
}

const lastMs = ({ day, changedMs }: { day: string; changedMs: number | undefined }) =>
  changedMs ?? Date.parse(`${day}T00:00:00+08:00`)

type Row = Awaited<ReturnType<ReturnType<typeof ownSearches>['executeTakeFirstOrThrow']>>

function ownSearches(db: Database, customerId: number) {
  return db.selectFrom('saved_searches').selectAll().where('customer_id', '=', customerId)
}

/** Changes a condition. News from its muted time is never sent. */
async function change(
  transaction: Database,
  { id, customer_id, muted: wasMuted }: Row,
  { rhythm, muted }: Pick<SavedSearch, 'rhythm' | 'muted'>,
): Promise<Row> {
  const seen = wasMuted === 1 && !muted ? await newestNews(transaction) : undefined
  return (
    transaction
      .updateTable('saved_searches')
      .set((row) => ({
        rhythm,
        muted: muted ? 1 : 0,
        seen_news: seen ?? row.ref('seen_news'),
      }))
      .where('id', '=', id)
      // Not missed by tests: the row was read as the person's own.
      .where('customer_id', '=', customer_id)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

function toSaved(
  { id, condition, rhythm, muted, created_at }: Row,
  regionNames: ReadonlyMap<string, string>,
): SavedSearch {
  const read: Condition = readCondition(condition)
  return {
    id,
    condition: read,
    name: conditionWords(read, regionNames),
    rhythm,
    muted: muted === 1,
    gmt_create: toTimestamp(created_at),
  }
}

async function latestChanges(
  db: Database,
): Promise<ReadonlyMap<`${DocumentKind} ${number}`, { words: string; created_at: number }>> {
  const rows = await db
    .selectFrom('document_news')
    .select(['kind', 'page_id', 'words', 'created_at'])
    .where('words', 'is not', null)
    .$narrowType<{ words: string }>()
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ kind, page_id, ...change }) => [`${kind} ${page_id}` as const, change]))
}

function ownOrigin(context: AppContext): string {
  const { publicOrigins } = context.get('services').config
  const { host } = new URL(context.req.url)
  const asked = `${isHttps(context) ? 'https' : 'http'}://${host}`
  const [first = asked] = publicOrigins
  return publicOrigins.has(asked) ? asked : first
}
