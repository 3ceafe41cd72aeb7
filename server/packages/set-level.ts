import { LEVEL_LIMIT } from '../../src/lib/contract/account/package.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { NO_LEVEL } from '../../src/lib/contract/operator/package.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../news/messages.ts'
import { closeUpgrades } from '../reservations/close-upgrades.ts'

/** Returns the name of a level; undefined if there is none. */
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

/**
 * Changes a company's level, informs it, and closes its requests up to that level. Returns false if it has the level
 * already, or does not exist. Call it in a transaction.
 * @throws Refusal 400 when there is no such level
 */
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
  // A level belongs to no order: the message leads to the list of orders, not to one of them.
  await sendMessage(transaction, { company_id: companyId, message, category: 'application' }, nowMs)
  return true
}
