import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  countMissedSearch,
  EDITORS_LINK_DAYS,
  editorsReport,
  listMissedSearches,
  MISSED_DAYS_KEPT,
  MISSED_TIMES_SHOWN,
  makeEditorsLink,
  missedWord,
  withoutPersons,
} from '../../src/lib/contract/policies/care.ts'
import { addDays, chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { countRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { installSecret } from '../db/settings.ts'
import { clientNetworks } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { AppContext } from '../http/types.ts'

/** Most rows of a day, so that nonsense cannot fill the disk. */
const ROWS_PER_DAY = 5000
const WORDS_SHOWN = 100
const CORRECTIONS_SHOWN = 200
const LINK = 'editors_link'

/** Marks a network by one byte of a keyed hash, new for each word and day: it distinguishes networks and finds none again. */
async function markOf(db: Database, network: string, word: string, day: string): Promise<number> {
  const key = Buffer.from(hkdfSync('sha256', await installSecret(db), '', 'missed searches', 32))
  const mac = createHmac('sha256', key)
  return mac.update(JSON.stringify([day, word, network])).digest()[0] ?? 0
}

function networkOf(context: AppContext): string {
  const { address, net_48 } = clientNetworks(context)
  return net_48 ?? address.replace(/\.\d+$/, '')
}

/** Browsers that ask not to be tracked are not counted, although nothing tracks them. */
function asksNotToBeCounted(context: AppContext): boolean {
  return context.req.header('sec-gpc') === '1' || context.req.header('dnt') === '1'
}

async function countWord(db: Database, word: string, network: string, nowMs: number): Promise<void> {
  const day = chinaDay(new Date(nowMs))
  const ofDay = db.selectFrom('missed_searches').where('day', '=', day)
  if ((await countRows(ofDay)) >= ROWS_PER_DAY) return
  await db
    .insertInto('missed_searches')
    .values({ word, day, mark: await markOf(db, network, word, day) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function missedSearches(db: Database) {
  const times = sql<number>`count(*)`
  const rows = await db
    .selectFrom('missed_searches')
    .select(['word', times.as('times'), sql<string>`max(day)`.as('last_day')])
    .groupBy('word')
    .having(times, '>=', MISSED_TIMES_SHOWN)
    .orderBy('times', 'desc')
    .orderBy('word')
    .limit(WORDS_SHOWN)
    .execute()
  return rows.map(({ word, times: count, last_day }) => ({ word, times: Number(count), last_day }))
}

export async function forgetMissedSearches(db: Database, nowMs: number): Promise<void> {
  const first = addDays(chinaDay(new Date(nowMs)), -MISSED_DAYS_KEPT)
  await db.deleteFrom('missed_searches').where('day', '<', first).execute()
}

async function openCorrections(db: Database) {
  const rows = await db
    .selectFrom('corrections')
    .select(['id', 'kind', 'page_id', 'text', 'source', 'created_at'])
    .where('state', '=', 'open')
    .orderBy('created_at')
    .limit(CORRECTIONS_SHOWN)
    .execute()
  return rows.map(({ created_at, text, source, ...row }) => ({
    ...row,
    text: withoutPersons(text),
    source: source === null ? null : withoutPersons(source),
    gmt_create: toTimestamp(created_at),
  }))
}

export const careRoutes: Mount[] = [
  route(countMissedSearch, async ({ body, context, services: { db, now } }) => {
    const word = missedWord(body.word)
    if (word !== undefined && !asksNotToBeCounted(context)) {
      await countWord(db, word, networkOf(context), now())
    }
    return {}
  }),

  route(listMissedSearches, async ({ services: { db } }) => ({ data: await missedSearches(db) })),

  route(makeEditorsLink, async ({ services: { db, now } }) => {
    const untilMs = now() + EDITORS_LINK_DAYS * DAY_MS
    const token = randomBytes(32).toString('base64url')
    const row = { name: LINK, value: `${untilMs}.${hashOf(token)}` }
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((old) => old.column('name').doUpdateSet(row))
      .execute()
    return { data: { path: `${editorsReport.path}?token=${token}`, gmt_expire: toTimestamp(untilMs) } }
  }),

  route(editorsReport, async ({ query: { token }, services: { db, now } }) => {
    const link = await db.selectFrom('settings').select('value').where('name', '=', LINK).executeTakeFirst()
    const [until, hash] = link?.value.split('.') ?? []
    if (hash !== hashOf(token) || Number(until) <= now()) {
      throw new Refusal(CODES.notAllowed, '这个地址已经失效，请让运营人员在“内容纠错”里再给一个')
    }
    return {
      data: { corrections: await openCorrections(db), missed_searches: await missedSearches(db) },
    }
  }),
]

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
