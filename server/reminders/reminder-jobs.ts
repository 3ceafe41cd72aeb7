/** Every morning's reminders; after downtime those of the days that were missed are made up for in one pass. */
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import { type JobHandlers, schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { planReminders } from './plan-reminders.ts'
import { reminderTimeMs } from './remind-followers.ts'
import { scheduleSms } from './sms-reminders.ts'

const KIND = 'policy-reminders'

/** Call it on every day that the portal runs. */
export async function scheduleReminders(db: Database, nowMs: number): Promise<void> {
  const day = chinaDay(new Date(nowMs))
  await schedule(db, { kind: KIND, key: day, dueMs: reminderTimeMs(day) })
}

export function reminderJobs(catalogue: LoadCatalogue): JobHandlers {
  const run = async (db: Database, _: unknown, nowMs: number) => {
    await planReminders(db, await catalogue(), nowMs)
    await scheduleSms(db, nowMs)
  }
  return { [KIND]: { run } }
}
