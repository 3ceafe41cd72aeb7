/** The hours of service: one value of the installation (behaviour B12.7). */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { type RevisedHours, revisedHours } from '../../src/lib/contract/services/service-hours.ts'
import type { ServiceHours } from '../../src/lib/rules/time/service-hours.ts'
import type { Database } from '../db/schema.ts'
import { readRevised, saveRevised } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'

const NAME = 'service_hours'

export async function readRevisedHours(db: Database): Promise<RevisedHours> {
  return (await readRevised(db, NAME, revisedHours)) ?? { hours: null, revision: 0 }
}

/** Returns null until they are set. */
export async function readServiceHours(db: Database): Promise<ServiceHours | null> {
  return (await readRevisedHours(db)).hours
}

/** @throws Refusal 409 when a colleague was faster */
export async function saveServiceHours(db: Database, hours: RevisedHours): Promise<RevisedHours> {
  const saved = await saveRevised(db, NAME, hours)
  if (!saved) throw new Refusal(CODES.conflict, '服务时间刚被同事修改，请刷新后再试')
  return saved
}
