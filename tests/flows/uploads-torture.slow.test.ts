import { expect, test } from 'vitest'
import { cancelAtRandom } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

openLabForEach()

test('cancelled at any moment nothing is left', async () => {
  const { left, cancelled, tooLate } = await cancelAtRandom(lab, { count: 6, seed: 1 })
  expect([left, cancelled + tooLate]).toEqual([[], 6])
  expect(cancelled).toBeGreaterThan(3)
  expect((await cancelAtRandom(lab, { count: 1, seed: 1, limitMs: 0 })).left).toEqual([
    expect.stringMatching(/cancelled：0 个未完成，0 个对象，0 字节，\d+ 毫秒$/),
  ])
})
