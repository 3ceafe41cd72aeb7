/** Kills the portal (SIGKILL) during its work, repeatedly, and counts acknowledged and lost writes. */
import { findHalfStates, findOrphans } from './half-states.ts'
import { peopleOf } from './people.ts'
import { dataFolder, type PortalProcess, startPortal } from './portal-process.ts'
import { pick, seededRandom } from './random.ts'
import { sweepAfterwards } from './sweep-afterwards.ts'
import { chatPosts } from './work/chat-posts.ts'
import { uploads } from './work/uploads.ts'
import type { Done } from './work/work.ts'
import { workUntilKilled } from './work-until-killed.ts'

export interface TortureReport {
  kills: number
  acknowledged: Record<string, number>
  lost: string[]
  halfStates: string[]
  /** Leftovers of one sweep, a day after the last work. */
  orphans: string[]
  slowestStartMs: number
}

/** Number of earlier writes checked after each restart, besides the last ones. */
const SAMPLE = 10

/**
 * Advance of the clock between two kills: otherwise a thousand of them log in more new phones than an hour allows, and that
 * cap is not under test.
 */
const PAUSE_MS = 5000

/** `seed` sets the times of the kills and the checked writes. `folder` has a site and no data yet. */
export async function killPortal(folder: string, kills: number, seed: number): Promise<TortureReport> {
  const random = seededRandom(seed)
  // A generator of its own: the number of checks depends on the machine, the times of the kills do not.
  const randomLook = seededRandom(~seed)
  const welcome = peopleOf(dataFolder(folder))
  const works = [chatPosts, uploads].map((open) => open(welcome))
  const done: Done[] = []
  const lost = new Set<string>()
  const halfStates = new Set<string>()
  let slowestStartMs = 0
  let starts = 0

  const restart = async (): Promise<PortalProcess> => {
    const portal = await startPortal(folder, { clockAheadMs: PAUSE_MS * starts++ })
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
    for (const each of findHalfStates(folder)) halfStates.add(each)
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
  await sweepAfterwards(folder)
  const orphans = findOrphans(folder)
  const counts = works.map(({ name }) => [name, done.filter((each) => each.name === name).length])
  const acknowledged = Object.fromEntries(counts) as Record<string, number>
  return { kills, acknowledged, lost: [...lost], halfStates: [...halfStates], orphans, slowestStartMs }
}
