/** Two processes on one PostgreSQL: one is killed while many people work, who then continue at the other. */
import { findHalfStates, findOrphans } from './half-states.ts'
import { type Person, peopleOf } from './people.ts'
import { type DataPlace, dataFolder, startPortal } from './portal-process.ts'
import { sweepAfterwards } from './sweep-afterwards.ts'
import { chatPosts } from './work/chat-posts.ts'
import { orders } from './work/orders.ts'
import { removals } from './work/removals.ts'
import { uploads } from './work/uploads.ts'
import type { Check, Work } from './work/work.ts'

export interface PairReport {
  acknowledged: number
  /** Requests that the killed process did not answer. */
  cutOff: number
  /** Texts: mistakes of the other process, and lost acknowledged writes. */
  lost: string[]
  halfStates: string[]
  orphans: string[]
}

const AT_ONCE = 24

/** @param place with a PostgreSQL. Each session begins at one of the two, and writes something of each kind. */
export async function killOneOfTwo(place: DataPlace, sessions: number): Promise<PairReport> {
  const [stays, killed] = await Promise.all([startPortal(place), startPortal(place)])
  const welcome = peopleOf(dataFolder(place.folder))
  const checks: Check[] = []
  const lost: string[] = []
  let cutOff = 0
  let begun = 0

  /** At the session's first process; work that is cut off there continues at the other one. */
  const actAt = async <T>(home: string, act: (origin: string) => Promise<T>, goOn: () => Promise<T>) => {
    try {
      return await act(home)
    } catch (error) {
      if (home === stays.origin || !killed.isKilled()) throw error
      cutOff += 1
      return goOn()
    }
  }
  const session = async (turn: number) => {
    const home = () => (turn % 2 === 0 || killed.isKilled() ? stays.origin : killed.origin)
    const person: Person = await actAt(home(), welcome, () => welcome(stays.origin))
    const works: Work[] = [chatPosts, orders, uploads, removals].map((open) => open(async () => person))
    for (const { act, resume } of works) {
      const once = async (origin: string) => [await act(origin)]
      checks.push(...(await actAt(home(), once, () => resume(stays.origin))))
    }
  }
  const run = async () => {
    for (let turn = begun++; turn < sessions; turn = begun++) {
      if (turn === Math.floor(sessions / 2)) killed.kill()
      await session(turn).catch((error: Error) => lost.push(`第 ${turn} 位：${error.message}`))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  for (const check of checks) {
    lost.push(...(await check(stays.origin).catch((error: Error) => [error.message])))
  }
  lost.push(...stays.errors)
  stays.kill()
  await Promise.all([stays.ended(), killed.ended()])
  const halfStates = await findHalfStates(place)
  await sweepAfterwards(place)
  return { acknowledged: checks.length, cutOff, lost, halfStates, orphans: await findOrphans(place) }
}
