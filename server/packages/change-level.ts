/** A company gets another level, and is told. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { NO_LEVEL } from '../../src/lib/contract/operator/package.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../messages/messages.ts'
import { packageName } from './packages.ts'

export interface NewLevel {
  companyId: number
  level: number
  note?: string | undefined
}

/**
 * A company that has the level already gets no message. False when there is no such company.
 * @throws Refusal 400 when there is no such level
 */
export function changeLevel(
  db: Database,
  { companyId, level, note }: NewLevel,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const name = await packageName(transaction, level)
    if (name === undefined) throw new Refusal(CODES.invalid, NO_LEVEL)
    const changed = await transaction
      .updateTable('companies')
      .set({ level })
      .where('id', '=', companyId)
      .where('level', '<>', level)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return companyExists(transaction, companyId)
    const message = `您的企业等级已调整为“${name}”。${note ? `说明：${note}` : ''}`
    // A level belongs to no order: the message leads to the list of orders, not to one of them.
    await sendMessage(transaction, { company_id: companyId, message, category: 'application' }, nowMs)
    return true
  })
}

async function companyExists(db: Database, id: number): Promise<boolean> {
  const found = await db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}
