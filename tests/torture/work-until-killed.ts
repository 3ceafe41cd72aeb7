import type { PortalProcess } from './portal-process.ts'
import { pick } from './random.ts'
import type { Done, Work } from './work/work.ts'

const AT_ONCE = 3
const MAX_WRITES = 8
const MAX_MS = 1500

interface Round {
  done: Done[]
  faults: string[]
}

/** Kills at a random acknowledgement of a random kind or, every other time, at a random moment if that is sooner. */
export async function workUntilKilled(
  portal: PortalProcess,
  works: readonly Work[],
  random: () => number,
): Promise<Round> {
  const round: Round = { done: [], faults: [] }
  const [fatal] = pick(works, 1, random)
  const killAfter = 1 + Math.floor(random() * MAX_WRITES)
  const killMs = random() < 0.5 ? random() * MAX_MS : undefined
  const timer = killMs === undefined ? undefined : setTimeout(portal.kill, killMs)
  const worker = async ({ name, act }: Work) => {
    while (!portal.isKilled()) {
      const check = await act(portal.origin)
      round.done.push({ name, check })
      if (name !== fatal?.name) continue
      if (round.done.filter((each) => each.name === name).length === killAfter) portal.kill()
    }
  }
  const work = async (kind: Work) => {
    try {
      await worker(kind)
    } catch (error) {
      // Work that the kill cut off was not acknowledged: the test claims nothing about it.
      if (portal.isKilled()) return
      round.faults.push(`${kind.name}：${(error as Error).message}`)
      portal.kill()
    }
  }
  await Promise.all(works.flatMap((kind) => Array.from({ length: AT_ONCE }, () => work(kind))))
  clearTimeout(timer)
  return round
}
