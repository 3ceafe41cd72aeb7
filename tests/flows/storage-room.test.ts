/** The storage bar: what came last is what it shows. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  $room,
  forgetRoom,
  knownRoom,
  refreshRoom,
  setUsedBytes,
} from '../../src/lib/stores/documents/storage-room.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'

const GUIDE = 'GET /startup/api/v1/company/guide'

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(async () => {
  $uploads.set([])
  forgetRoom()
  await lab.close()
})

const used = () => {
  const state = $room.get()
  return state.status === 'ready' ? state.room.usedBytes : state.status
}
const asked = () => lab.calls.filter((call) => call === GUIDE).length

test('news that comes while it is asked is asked for once more', async () => {
  const first = refreshRoom()
  const news = [refreshRoom(), refreshRoom()]
  await Promise.all([first, ...news])
  expect(asked()).toBe(2)
})

test('who only wants to know it waits for the same answer', async () => {
  await Promise.all([refreshRoom(), knownRoom(), knownRoom()])
  expect(asked()).toBe(1)
})

test('an answer from before a change does not take its place', async () => {
  await ended(begin(lab, '报告.pdf', 100))
  await refreshRoom()
  lab.calls.length = 0
  const seen: unknown[] = []
  const stop = $room.listen(() => seen.push(used()))
  const old = refreshRoom()
  setUsedBytes(70)
  await old
  stop()
  // The change, and what the server says after it; not what it had said before.
  expect([seen, asked()]).toEqual([[70, 100], 2])
})
