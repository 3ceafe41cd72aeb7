import { expect, test, vi } from 'vitest'
import { Changes } from './changes.ts'

test('who follows hears of several changes at once once, and of nothing after leaving', async () => {
  const changes = new Changes()
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
