import { LEVEL_LIMIT } from '../../src/lib/contract/account/package.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { NO_LEVEL } from '../../src/lib/contract/operator/package.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../news/messages.ts'
import { closeUpgrades } from '../reservations/close-upgrades.ts'

export async function packageName(db: Database, level: number): Promise<string | undefined> {
  if (Math.abs(level) > LEVEL_LIMIT) return undefined
  const found = await db.selectFrom('packages').select('name').where('level', '=', level).executeTakeFirst()
  return found?.name
}

export interface NewLevel {
  companyId: number
  level: number
  note?: string | undefined
}

/** Changes a company's level in a transaction; closes its requests up to that level. False if nothing changed. */
export async function setLevel(
  transaction: Database,
  { companyId, level, note }: NewLevel,
  nowMs: number,
): Promise<boolean> {
  const name = await packageName(transaction, level)
  if (name === undefined) throw new Refusal(CODES.invalid, NO_LEVEL)
  const changed = await transaction
    .updateTable('companies')
    .set({ level })
    .where('id', '=', companyId)
    .where('level', '<>', level)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return false
  await closeUpgrades(transaction, { companyId, level }, nowMs)
  const message = `贵企业的等级已调整为“${name}”。${note ? `说明：${note}` : ''}`
  await sendMessage(transaction, { company_id: companyId, message, category: 'application' }, nowMs)
  return true
}
