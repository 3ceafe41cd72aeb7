/** Kills the portal (SIGKILL) in the middle of its work, again and again, and counts what it promised and lost. */
import { findHalfStates, findOrphans } from './half-states.ts'
import { peopleOf } from './people.ts'
import { type DataPlace, dataFolder, type PortalProcess, startPortal } from './portal-process.ts'
import { pick, seededRandom } from './random.ts'
import { sweepAfterwards } from './sweep-afterwards.ts'
import { chatPosts } from './work/chat-posts.ts'
import { draftPapers } from './work/draft-papers.ts'
import { logins } from './work/logins.ts'
import { orders } from './work/orders.ts'
import { removals } from './work/removals.ts'
import { uploads } from './work/uploads.ts'
import type { Done } from './work/work.ts'
import { workUntilKilled } from './work-until-killed.ts'

export interface TortureReport {
  kills: number
  /** Writes that the server acknowledged, by kind of work. */
  acknowledged: Record<string, number>
  /** In words: what was acknowledged and is gone, and what the running server refused. */
  lost: string[]
  halfStates: string[]
  /** What one sweep, a day after the last work, has left over. */
  orphans: string[]
  slowestStartMs: number
}

/** How many earlier writes are looked at again after each restart, besides the last ones. */
const SAMPLE = 10

/**
 * Between two kills, besides the time they take: else a thousand of them log more strangers in than may in an hour, and
 * that cap is not what is tried here.
 */
const PAUSE_MS = 5000

/** `seed` decides when each kill comes and what is looked at. `place` holds a site and no data yet. */
export async function killPortal(place: DataPlace, kills: number, seed: number): Promise<TortureReport> {
  const random = seededRandom(seed)
  // Of its own: what there is to look at depends on the machine, when the kills come does not.
  const randomLook = seededRandom(~seed)
  const welcome = peopleOf(dataFolder(place.folder))
  const works = [logins, chatPosts, uploads, orders, draftPapers, removals].map((open) => open(welcome))
  const done: Done[] = []
  const lost = new Set<string>()
  const halfStates = new Set<string>()
  let slowestStartMs = 0
  let starts = 0

  const restart = async (): Promise<PortalProcess> => {
    const portal = await startPortal(place, { clockAheadMs: PAUSE_MS * starts++ })
    slowestStartMs = Math.max(slowestStartMs, Math.round(portal.startMs))
    for (const { name, resume } of works) {
      const checks = await resume(portal.origin).catch((error: Error) => {
        lost.add(`${name}：${error.message}`)
        return []
      })
      done.push(...checks.map((check) => ({ name, check })))
    }
    return portal
  }
  const look = async (portal: PortalProcess, some: readonly Done[]) => {
    for (const { name, check } of some) {
      const missing = await check(portal.origin).catch((error: Error) => [error.message])
      for (const each of missing) lost.add(`${name}：${each}`)
    }
  }
  const end = async (portal: PortalProcess) => {
    portal.kill()
    await portal.ended()
    for (const each of await findHalfStates(place)) halfStates.add(each)
  }

  let seen = 0
  for (let round = 0; round < kills; round++) {
    const portal = await restart()
    await look(portal, [...done.slice(seen), ...pick(done, SAMPLE, randomLook)])
    seen = done.length
    const worked = await workUntilKilled(portal, works, random)
    done.push(...worked.done)
    for (const fault of worked.faults) lost.add(fault)
    await end(portal)
  }
  const portal = await restart()
  await look(portal, done)
  await end(portal)
  await sweepAfterwards(place)
  const orphans = await findOrphans(place)
  const counts = works.map(({ name }) => [name, done.filter((each) => each.name === name).length])
  const acknowledged = Object.fromEntries(counts) as Record<string, number>
  return { kills, acknowledged, lost: [...lost], halfStates: [...halfStates], orphans, slowestStartMs }
}
