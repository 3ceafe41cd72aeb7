/** A portal with a policy that closes, and companies that follow it. */
import type { Catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Browser } from './browser.ts'
import { CATALOGUE, openPortal, type TestPortal } from './portal.ts'

/** Page id of the original with the closing window. */
export const POLICY = 11
export const CLOSES = '2026-12-31'

/** @param closes last day of the only dated item */
export function closing(closes: string, builtAt = CATALOGUE.built_at): Catalogue {
  const items = CATALOGUE.items.map((item) =>
    item.id === 21 ? { ...item, window: { kind: 'dated' as const, opens: null, closes } } : item,
  )
  return { ...CATALOGUE, built_at: builtAt, items }
}

/** A day in China, at nine when reminders are due, or later. */
export function morningOf(day: string): number {
  return Date.parse(`${day}T09:00:00+08:00`)
}

/** Opens a portal 60 days before the closing day, so that no reminder is due. */
export async function openClosing(): Promise<TestPortal> {
  const portal = await openPortal({ catalogue: closing(CLOSES) })
  portal.clock.ms = morningOf(CLOSES) - 60 * DAY_MS
  return portal
}

export async function openFollower(portal: TestPortal, phone = '13800000001'): Promise<Browser> {
  const browser = await portal.loggedIn(phone)
  await browser.put(`/customer/api/v1/fixed/platformpolicy/${POLICY}/follow`)
  return browser
}

/** Sets the clock to this many days before the closing day and runs the due jobs; sessions expire. */
export async function runUntil(portal: TestPortal, daysBefore: number): Promise<void> {
  portal.clock.ms = morningOf(CLOSES) - daysBefore * DAY_MS
  await portal.runUpdateJobs()
}

export async function remindersOf(portal: TestPortal, topic = 'deadline'): Promise<string[]> {
  const rows = await portal.db
    .selectFrom('messages')
    .select('message')
    .where('topic', '=', topic as 'deadline')
    .orderBy('id')
    .execute()
  return rows.map(({ message }) => message)
}
