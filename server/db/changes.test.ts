import { expect, test, vi } from 'vitest'
import { Changes } from './changes.ts'

const CERTAIN = Number.POSITIVE_INFINITY

function openChanges(max?: number) {
  const changes = new Changes(max)
  changes.trust(CERTAIN)
  return changes
}

test('what was read is known until it has changed, of each subject by itself', async () => {
  const changes = openChanges()
  const read = vi.fn(async () => read.mock.calls.length)
  for (const expected of [1, 1]) expect(await changes.recall('company:1', read)).toBe(expected)
  expect(await changes.recall('company:2', read)).toBe(2)
  changes.tell('company:1')
  expect(await changes.recall('company:1', read)).toBe(3)
  expect(await changes.recall('company:2', read)).toBe(2)
})

test('what changes while it is read is read again', async () => {
  const changes = openChanges()
  const slow = Promise.withResolvers<string>()
  const first = changes.recall('company:1', () => slow.promise)
  changes.tell('company:1')
  const second = changes.recall('company:1', async () => 'new')
  slow.resolve('old')
  expect(await Promise.all([first, second])).toEqual(['old', 'new'])
  expect(await changes.recall('company:1', async () => 'newer')).toBe('new')
})

test('a failure is not kept', async () => {
  const changes = openChanges()
  await expect(changes.recall('company:1', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await changes.recall('company:1', async () => 'there')).toBe('there')
})

test('nothing is kept while changes may be missed, and nothing from before is known after it', async () => {
  const changes = openChanges()
  const read = vi.fn(async () => read.mock.calls.length)
  await changes.recall('company:1', read)
  changes.lose()
  expect(await changes.recall('company:1', read)).toBe(2)
  expect(await changes.recall('company:1', read)).toBe(3)
  changes.trust(CERTAIN)
  expect(await changes.recall('company:1', read)).toBe(4)
  changes.trust(performance.now())
  expect(await changes.recall('company:1', read), 'no beat has come').toBe(5)
})

test('no more than so many are known', async () => {
  const changes = openChanges(2)
  const read = vi.fn(async () => read.mock.calls.length)
  for (const id of [1, 2, 3]) await changes.recall(`company:${id}`, read)
  expect(await changes.recall('company:1', read)).toBe(4)
  expect(await changes.recall('company:3', read)).toBe(3)
})

test('who follows hears of several changes at once once, and of nothing after leaving', async () => {
  const changes = openChanges()
  const heard = { onChange: vi.fn(), onLoss: vi.fn() }
  const leave = changes.follow('company:1', heard)
  for (const subject of ['company:1', 'company:1', 'company:2'] as const) changes.tell(subject)
  await new Promise(setImmediate)
  expect(heard.onChange).toHaveBeenCalledTimes(1)
  changes.lose()
  expect(heard.onLoss).toHaveBeenCalledTimes(1)
  leave()
  changes.tell('company:1')
  changes.lose()
  await new Promise(setImmediate)
  expect([heard.onChange, heard.onLoss].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
