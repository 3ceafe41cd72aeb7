/** The operators are named by a setting: a start compares them with those of the start before. */
import * as v from 'valibot'
import type { Database } from '../db/schema.ts'
import type { SecurityLog } from './security-log.ts'

const NAME = 'operators_known'

/** What is remembered of a phone is what the log itself keeps of it. */
const known = v.array(v.object({ hash: v.string(), end: v.string() }))

/** Notes whoever became an operator, or is none any more, since the last start of any process. */
export async function noteOperators(
  db: Database,
  securityLog: SecurityLog,
  phones: ReadonlySet<string>,
): Promise<void> {
  const now = [...phones].map((phone) => securityLog.markPhone(phone))
  const stored = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  const before = stored ? v.parse(known, JSON.parse(stored.value)) : []
  const added = now.filter(({ hash }) => before.every((one) => one.hash !== hash))
  const gone = before.filter(({ hash }) => now.every((one) => one.hash !== hash))
  if (added.length + gone.length === 0) return
  const value = JSON.stringify(now)
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((row) => row.column('name').doUpdateSet({ value }))
    .execute()
  for (const phone of added) securityLog.note({ event: 'operator-added', actor: 'portal', phone })
  for (const phone of gone) securityLog.note({ event: 'operator-withdrawn', actor: 'portal', phone })
}
