/** One start of the portal a day later, when every upload is over: it does due jobs, sweeps, and stops. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RESUME_HOURS } from '../../src/lib/contract/documents/storage.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { openData } from './half-states.ts'
import { startPortal } from './portal-process.ts'

/** The last tokens are over, too. */
const AHEAD_MS = (RESUME_HOURS + 2) * HOUR_MS
const LIMIT_MS = 120_000

/** @throws Error when due jobs do not finish */
export async function sweepAfterwards(folder: string): Promise<void> {
  const portal = await startPortal(folder, { clockAheadMs: AHEAD_MS })
  const db = openData(folder)
  const untilMs = Date.now() + LIMIT_MS
  const due = db.prepare<[number], { id: number }>(
    'select id from jobs where done_at is null and due_at <= ? limit 1',
  )
  try {
    while (due.get(Date.now() + AHEAD_MS)) {
      if (Date.now() > untilMs) throw new Error('到期的任务没有做完')
      await sleep(100)
    }
  } finally {
    db.close()
    portal.stop()
    await portal.ended()
  }
}
