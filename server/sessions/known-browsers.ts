/** A browser's random id in a cookie: a code belongs to the id that requested it; a login makes it known (behaviour B5.4). */
import { hash, randomBytes } from 'node:crypto'
import type { Database } from '../db/schema.ts'
import type { AppContext } from '../http/types.ts'
import { readBrowserId, writeBrowserId } from './cookies.ts'

export function browserHash(context: AppContext): string | undefined {
  const id = readBrowserId(context)
  return id === undefined ? undefined : hash('sha256', id, 'hex')
}

export function nameBrowser(context: AppContext): string {
  const id = readBrowserId(context) ?? randomBytes(32).toString('base64url')
  writeBrowserId(context, id)
  return hash('sha256', id, 'hex')
}

interface Requester {
  browserHash: string | undefined
  address: string
}

/** 2 in a browser with an earlier login, 1 at an address with one, which others may share, 0 elsewhere. */
export type Known = 0 | 1 | 2

/** Returns whether a phone has an account, and how well it is known here. */
export async function whoAsks(
  db: Database,
  phone: string,
  { browserHash, address }: Requester,
): Promise<{ hasAccount: boolean; known: Known }> {
  const customer = await db.selectFrom('customers').select('id').where('phone', '=', phone).executeTakeFirst()
  if (!customer) return { hasAccount: false, known: 0 }
  const places = await db
    .selectFrom('known_browsers')
    .select('browser_hash')
    .distinct()
    .where('customer_id', '=', customer.id)
    .where((row) => row.or([row('browser_hash', '=', browserHash ?? ''), row('address', '=', address)]))
    .execute()
  const isOwn = places.some((place) => place.browser_hash === browserHash)
  return { hasAccount: true, known: isOwn ? 2 : places.length > 0 ? 1 : 0 }
}

export async function rememberBrowser(
  db: Database,
  row: { browser_hash: string; customer_id: number; address: string },
  nowMs: number,
): Promise<boolean> {
  const known = await db
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('customer_id', '=', row.customer_id)
    .execute()
  const seen = { seen_at: nowMs }
  await db
    .insertInto('known_browsers')
    .values({ ...row, ...seen })
    .onConflict((same) => same.columns(['browser_hash', 'customer_id', 'address']).doUpdateSet(seen))
    .execute()
  return known.length > 0 && !known.some(({ browser_hash }) => browser_hash === row.browser_hash)
}
