import { endSessions, listSessions, type OwnSession } from '../../src/lib/contract/account/own-session.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { noteEvent } from '../security-log/note-event.ts'
import type { Session } from './sessions.ts'

const ID_DIGITS = 16

export async function sessionsOf(
  db: Database,
  { customer, tokenHash }: Session,
  nowMs: number,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'device', 'address', 'created_at', 'seen_at'])
    .where('customer_id', '=', customer.id)
    .where('expires_at', '>', nowMs)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .map(({ token_hash, device, address, created_at, seen_at }) => ({
      id: token_hash.slice(0, ID_DIGITS),
      device,
      address,
      current: token_hash === tokenHash,
      gmt_create: toTimestamp(created_at),
      seen_at: toTimestamp(seen_at),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

export function endOwn(
  db: Database,
  { customer, tokenHash }: Pick<Session, 'customer' | 'tokenHash'>,
  id: string | undefined,
): Promise<number> {
  return end(db, customer.id, (sessions) =>
    id === undefined
      ? sessions.where('token_hash', '!=', tokenHash)
      : sessions.where('token_hash', 'like', `${id}%`),
  )
}

export async function endAllOf(db: Database, companyId: number): Promise<number> {
  const people = await db.selectFrom('customers').select('id').where('company_id', '=', companyId).execute()
  let ended = 0
  for (const { id } of people) ended += await end(db, id, (sessions) => sessions)
  return ended
}

function selectSessions(db: Database, customerId: number) {
  return db.selectFrom('sessions').select('token_hash').where('customer_id', '=', customerId)
}

type Sessions = ReturnType<typeof selectSessions>

/** Also forgets the known browser: a person who ends a session no longer trusts it. */
function end(db: Database, customerId: number, which: (sessions: Sessions) => Sessions): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('token_hash', 'in', which(selectSessions(transaction, customerId)))
      .returning('browser_hash')
      .execute()
    const browsers = ended.flatMap(({ browser_hash }) => browser_hash ?? [])
    if (browsers.length > 0) {
      await transaction
        .deleteFrom('known_browsers')
        .where('customer_id', '=', customerId)
        .where('browser_hash', 'in', browsers)
        .execute()
    }
    return ended.length
  })
}

export const sessionRoutes: Mount[] = [
  route(listSessions, async ({ session, services: { db, now } }) => ({
    result: { items: await sessionsOf(db, session, now()) },
  })),

  route(endSessions, async ({ query: { id }, session, services: { db }, context }) => {
    const ended = await endOwn(db, session, id)
    if (id !== undefined && ended === 0) throw new Refusal(CODES.none, '该设备已经退出')
    if (ended > 0) noteEvent(context, 'session-ended', { note: `${ended} 处` })
    return { ended }
  }),
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/i, '鸿蒙'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]
/** The first match wins: most of them also claim to be Chrome or Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/Edg/, 'Edge'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/Firefox/, 'Firefox'],
  [/Chrome/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** `微信 · iPhone`; null for an unknown browser. */
export function deviceName(userAgent: string): string | null {
  const find = (names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(' · ') || null
}
