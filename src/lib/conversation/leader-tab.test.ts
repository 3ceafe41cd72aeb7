import { describe, expect, test } from 'vitest'
import { announce, electLeader, isAnnounced } from './leader-tab.ts'

/** Returns a page that logs when its work begins and ends, and works until it is stopped. */
function makePage(name: string, lock: string, log: string[]) {
  const turn = electLeader(lock, async (signal) => {
    log.push(`${name} begins`)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    log.push(`${name} ends`)
  })
  turn.queueUp()
  return turn
}

const tick = async () => {
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve))
}

describe('of several pages', () => {
  test('one works; the next follows when it is gone', async () => {
    const log: string[] = []
    const [a, b] = [makePage('a', 'one', log), makePage('b', 'one', log)]
    await tick()
    expect(log).toEqual(['a begins'])
    a.stop()
    await tick()
    expect(log).toEqual(['a begins', 'a ends', 'b begins'])
    b.stop()
  })

  test('the one that the person looks at takes over, and gives back when it is closed', async () => {
    const log: string[] = []
    const [a, b] = [makePage('a', 'two', log), makePage('b', 'two', log)]
    await tick()
    expect(b.claim()).toBe(true)
    await tick()
    expect(b.claim()).toBe(false)
    expect(log.toSorted()).toEqual(['a begins', 'a ends', 'b begins'])
    b.stop()
    await tick()
    expect(log.at(-1)).toBe('a begins')
    a.stop()
    await tick()
    expect(log.filter((line) => line.endsWith('begins')).length).toBe(3)
  })

  test('a work that ends lets the next one in', async () => {
    const log: string[] = []
    for (const name of ['a', 'b', 'c']) {
      electLeader('three', async () => {
        log.push(name)
      }).queueUp()
    }
    await tick()
    expect(log).toEqual(['a', 'b', 'c'])
  })
})

test('what is open somewhere is known everywhere, until it is closed', async () => {
  expect(await isAnnounced('open')).toBe(false)
  const [end, endOther] = [announce('open'), announce('open')]
  await tick()
  expect(await isAnnounced('open')).toBe(true)
  end()
  await tick()
  expect(await isAnnounced('open')).toBe(true)
  endOther()
  await tick()
  expect(await isAnnounced('open')).toBe(false)
})
