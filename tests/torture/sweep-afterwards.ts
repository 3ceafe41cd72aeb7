/** One start of the portal a day later, when every upload is over: it does due jobs, sweeps, and stops. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RESUME_HOURS } from '../../src/lib/contract/documents/storage.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { openData } from './half-states.ts'
import { type DataPlace, startPortal } from './portal-process.ts'

/** The last tokens are over, too. */
const AHEAD_MS = (RESUME_HOURS + 2) * HOUR_MS
const LIMIT_MS = 120_000

/** @throws Error when due jobs do not finish */
export async function sweepAfterwards(place: DataPlace): Promise<void> {
  const portal = await startPortal(place, { clockAheadMs: AHEAD_MS })
  const data = await openData(place)
  const untilMs = Date.now() + LIMIT_MS
  const isIdle = async () => {
    const [due] = await data.rows<{ jobs: number | string }>(
      `select count(*) as jobs from jobs where done_at is null and due_at <= ${Date.now() + AHEAD_MS}`,
    )
    return Number(due?.jobs) === 0
  }
  try {
    while (!(await isIdle())) {
      if (Date.now() > untilMs) throw new Error('到期的任务没有做完')
      await sleep(100)
    }
  } finally {
    await data.close()
    portal.stop()
    await portal.ended()
  }
}
