/** A short form of the long run of uploads (`npm run torture`). */
import { expect, test } from 'vitest'
import { cutLine, untilWaiting } from '../torture/uploads/bad-lines.ts'
import { judgeCut } from '../torture/uploads/limits.ts'
import { roundTrip } from '../torture/uploads/name-round-trip.ts'
import { oddNames } from '../torture/uploads/odd-names.ts'
import { cancelAtRandom, flipBytes } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

const MB = 1024 ** 2

openLabForEach()

test('after a network failure, at most the parts in flight are sent again', async () => {
  const figures = await cutLine(lab, { bytes: 45 * MB, whileDown: untilWaiting })
  expect(judgeCut({ ...figures, resumedAfterMs: 0 })).toEqual([])
  expect(figures.resentBytes).toBeGreaterThan(0)
})

test('every file name returns unchanged, or is refused as in the form', async () => {
  expect(await roundTrip(lab, oddNames(150, 7))).toEqual([])
})

test('cancelled at any moment nothing is left, and changed bytes are found', async () => {
  const { left, cancelled, tooLate } = await cancelAtRandom(lab, { count: 6, seed: 1 })
  expect([left, cancelled + tooLate]).toEqual([[], 6])
  expect(cancelled).toBeGreaterThan(3)
  expect((await cancelAtRandom(lab, { count: 1, seed: 1, limitMs: 0 })).left).toEqual([
    expect.stringMatching(/cancelled：0 个未完成，0 个对象，0 字节，\d+ 毫秒$/),
  ])
  expect(await flipBytes(lab, { count: 2, seed: 1 })).toEqual({ found: 2, wrong: 0 })
})
