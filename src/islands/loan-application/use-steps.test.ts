import { expect, test } from 'vitest'
import { moveTo, readTrail } from './use-steps.ts'

test('the next step is a new entry above the visited ones', () => {
  expect(moveTo([1, 2], 3)).toEqual({ back: 0, trail: [1, 2, 3], entry: 'push' })
})

test.each([
  [3, { back: 1, trail: [1, 2, 3], entry: 'keep' }],
  [1, { back: 3, trail: [1], entry: 'keep' }],
] as const)('from 4 to %i: to the entry that it has', (step, move) => {
  expect(moveTo([1, 2, 3, 4], step)).toEqual(move)
})

test('a direct visit to step 3 is replaced by step 2: below it is another page', () => {
  expect(moveTo([3], 2)).toEqual({ back: 0, trail: [2], entry: 'replace' })
  expect(moveTo([3, 4], 2)).toEqual({ back: 1, trail: [2], entry: 'replace' })
  expect(moveTo([3], 4)).toEqual({ back: 0, trail: [3, 4], entry: 'push' })
})

test('the current step is no move', () => {
  expect(moveTo([1, 2], 2)).toEqual({ back: 0, trail: [1, 2], entry: 'keep' })
})

test('after any moves the history contains the steps in order, once each', () => {
  let entries: number[] = [1]
  let trail = readTrail(null, 1)
  for (const step of [2, 3, 2, 3, 4, 1, 2, 3, 4, 3, 1, 2]) {
    const move = moveTo(trail, step)
    entries = entries.slice(0, entries.length - move.back)
    if (move.entry === 'push') entries.push(step)
    if (move.entry === 'replace') entries[entries.length - 1] = step
    trail = move.trail
    expect(entries).toEqual([...trail])
    expect(entries).toEqual([...new Set(entries)].sort((a, b) => a - b))
    expect(entries.at(-1)).toBe(step)
  }
})

test.each([
  ['nothing kept', null],
  ['something of another page', { y: 300 }],
  ['another step', { trail: [1, 2] }],
  ['no order', { trail: [2, 1, 3] }],
  ['no numbers', { trail: ['1', 3] }],
  ['nothing in it', { trail: [] }],
])('%s: only the step of the address is known', (_, state) => {
  expect(readTrail(state, 3)).toEqual([3])
})

test('a valid trail survives a reload', () => {
  expect(readTrail({ trail: [1, 3] }, 3)).toEqual([1, 3])
})
