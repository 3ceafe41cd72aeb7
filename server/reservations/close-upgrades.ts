import type { Database } from '../db/schema.ts'
import { OPEN_STATES } from './reservations.ts'

/** Closes a company's requests for levels up to its new one. The message about the level says so. */
export async function closeUpgrades(
  transaction: Database,
  { companyId, level }: { companyId: number; level: number },
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable('reservations')
    .set({ state: 'done', changed_at: nowMs })
    .where('company_id', '=', companyId)
    .where('kind', '=', 'upgrade')
    .where('target_id', '<=', level)
    .where('state', 'in', OPEN_STATES)
    .execute()
}
