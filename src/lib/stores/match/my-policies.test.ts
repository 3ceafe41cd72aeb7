import { expect, test } from 'vitest'
import { countSiblings } from './my-policies.ts'

test('rows of one original are followed together; rows without one separately', () => {
  const rows = [
    { item_id: 1, platform_policy_id: 7 },
    { item_id: 2, platform_policy_id: 7 },
    { item_id: 3, platform_policy_id: 8 },
    { item_id: 4, platform_policy_id: null },
    { item_id: 5, platform_policy_id: null },
  ]
  expect(rows.map((row) => countSiblings(rows, row))).toEqual([1, 1, 0, 0, 0])
})
