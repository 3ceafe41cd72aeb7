import { afterEach, expect, test, vi } from 'vitest'
import { addToKept, compareList, compareQuery, keptIds } from './compare-list.ts'

test.each([
  ['', [], [], []],
  ['', [3, 1], [3, 1], []],
  ['?ids=2,5', [3, 1], [2, 5], []],
  ['?ids=', [3], [], []],
  ['?ids=1,2,3,4,5,6', [], [1, 2, 3, 4], [5, 6]],
  ['?ids=1,1, 2 ,x,-3,0,1e9,<script>,12345678901', [], [1, 2], []],
  ['?add=7', [], [7], []],
  ['?add=7', [1, 2], [1, 2, 7], []],
  ['?add=1', [1, 2], [2, 1], []],
  ['?add=7', [1, 2, 3, 4], [2, 3, 4, 7], [1]],
  ['?add=x', [1], [1], []],
])('%s with %j kept shows %j and leaves %j', (search, kept, ids, left) => {
  expect(compareList(search, kept)).toEqual({ ids, left })
})

afterEach(() => vi.unstubAllGlobals())

test('a policy is added without leaving its page if the device stores it', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  expect([7, 8, 7].map(addToKept)).toEqual([1, 2, 2])
  expect(keptIds()).toEqual([8, 7])
  vi.stubGlobal('localStorage', undefined)
  expect(addToKept(7)).toBeNull()
})

test('the address decides what is shown', () => {
  expect(compareQuery([2, 5])).toBe('?ids=2,5')
  expect(compareQuery([])).toBe('')
})
