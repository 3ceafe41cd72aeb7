import * as v from 'valibot'
import { DELETION_DAYS, type Deletion } from '../../src/lib/contract/account/company-data.ts'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { emptyLog } from '../db/dialect.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { operatingCompany } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../news/messages.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { Storage } from '../storage/storage.ts'
import { erasePeople, eraseRows, lockAll, removeObjectsOf } from './erase.ts'

const ERASE = 'erase-company'
const LEFTOVERS = 'erase-leftovers'
const LEFTOVERS_MS = 3 * HOUR_MS

const payload = v.object({ company_id: v.number(), requested_at: v.optional(v.number(), 0) })

type Person = Pick<Customer, 'id' | 'name' | 'company_id'>

export async function findDeletion(db: Database, companyId: number): Promise<Deletion | null> {
  const row = await db
    .selectFrom('company_deletions')
    .select(['requested_by', 'requested_at', 'due_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return null
  const { requested_by, requested_at, due_at } = row
  return { by: requested_by, requested_at: toTimestamp(requested_at), due_at: toTimestamp(due_at) }
}

/** A second request changes nothing. @throws Refusal 409 for the company that runs the portal */
export function askForDeletion(db: Database, person: Person, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { company_id } = person
    if (company_id === (await operatingCompany(transaction))) {
      throw new Refusal(CODES.conflict, '运营单位不能注销')
    }
    const due_at = nowMs + DELETION_DAYS * DAY_MS
    const asked = await transaction
      .insertInto('company_deletions')
      .values({ company_id, requested_by: person.name, requested_at: nowMs, due_at, started_at: null })
      .onConflict((existing) => existing.column('company_id').doNothing())
      .returning('company_id')
      .executeTakeFirst()
    if (!asked) return
    const job = { company_id, requested_at: nowMs }
    await schedule(transaction, { kind: ERASE, key: `${company_id}-${nowMs}`, dueMs: due_at, payload: job })
    const day = chinaDay(new Date(due_at))
    const message = `${person.name}申请注销企业：${day} 起全部数据将被删除且不能恢复，此前任何成员都可以在企业档案中撤销。`
    await sendMessage(transaction, { company_id, message, category: 'application' }, nowMs)
  })
}

export function takeBackDeletion(db: Database, person: Person, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { company_id } = person
    const cancelled = await transaction
      .deleteFrom('company_deletions')
      .where('company_id', '=', company_id)
      .where('started_at', 'is', null)
      .returning('company_id')
      .executeTakeFirst()
    if (cancelled) {
      const message = `${person.name}已撤销企业的注销申请，数据照常保留。`
      await sendMessage(transaction, { company_id, message, category: 'application' }, nowMs)
    } else if (await findDeletion(transaction, company_id)) {
      throw new Refusal(CODES.conflict, '企业数据正在删除，不能撤销')
    }
  })
}

export function deletionJobs(storage: Storage, securityLog: SecurityLog): JobHandlers {
  return {
    [ERASE]: {
      run: async (db, json, nowMs) => {
        const job = v.parse(payload, json)
        if (!(await erase(db, storage, job, nowMs))) return
        securityLog.note({ event: 'deleted', actor: 'portal', companyId: job.company_id })
      },
    },
    [LEFTOVERS]: {
      run: (_db, json) => removeObjectsOf(storage, v.parse(payload, json).company_id),
    },
  }
}

/** Each step can be repeated after a crash: the request stays until the last one. False for a cancelled request. */
async function erase(
  db: Database,
  storage: Storage,
  { company_id, requested_at }: v.InferOutput<typeof payload>,
  nowMs: number,
): Promise<boolean> {
  const begun = await db.transaction().execute(async (transaction) => {
    await lockAll(transaction, company_id)
    const started = await transaction
      .updateTable('company_deletions')
      .set({ started_at: nowMs })
      // Not missed by tests: another company with the same instant of its request is due as well.
      .where('company_id', '=', company_id)
      // Not missed by tests: a request that was cancelled and made again is due later.
      .where('requested_at', '=', requested_at)
      // Not missed by tests: the job comes when the request is due.
      .where('due_at', '<=', nowMs)
      .returning('company_id')
      .executeTakeFirst()
    if (!started) return false
    await eraseRows(transaction, company_id, nowMs)
    await erasePeople(transaction, company_id)
    const leftovers = { kind: LEFTOVERS, key: String(company_id), payload: { company_id } }
    await schedule(transaction, { ...leftovers, dueMs: nowMs + LEFTOVERS_MS })
    return true
  })
  if (!begun) return false
  await removeObjectsOf(storage, company_id)
  await db.deleteFrom('company_deletions').where('company_id', '=', company_id).execute()
  await emptyLog(db)
  return true
}
