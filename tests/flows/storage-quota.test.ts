/** The storage bar shows the latest answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  $isQuotaFull,
  $quota,
  forgetQuota,
  loadQuota,
  refreshQuota,
  refuseWhenFull,
  setUsedBytes,
} from '../../src/lib/stores/documents/storage-quota.ts'
import { dismissUpload } from '../../src/lib/stores/uploads/queue.ts'
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
  $isQuotaFull.set(false)
  forgetQuota()
  await lab.close()
})

const used = () => {
  const state = $quota.get()
  return state.status === 'ready' ? state.quota.usedBytes : state.status
}
const asked = () => lab.calls.filter((call) => call === GUIDE).length

test('a change during a request causes one more', async () => {
  const first = refreshQuota()
  const news = [refreshQuota(), refreshQuota()]
  await Promise.all([first, ...news])
  expect(asked()).toBe(2)
})

test('a caller that only reads shares the pending answer', async () => {
  await Promise.all([refreshQuota(), loadQuota(), loadQuota()])
  expect(asked()).toBe(1)
})

test('an answer from before a change does not replace it', async () => {
  await ended(begin(lab, '报告.pdf', 5000))
  await refreshQuota()
  lab.calls.length = 0
  const seen: unknown[] = []
  const stop = $quota.listen(() => seen.push(used()))
  const old = refreshQuota()
  setUsedBytes(70)
  await old
  stop()
  // The change, and the server's later answer; not its earlier one.
  expect([seen, asked()]).toEqual([[70, 5000], 2])
})

test('a full storage refuses only after another request', async () => {
  await refreshQuota()
  const state = $quota.get()
  if (state.status === 'ready') {
    $quota.set({ ...state, quota: { ...state.quota, usedBytes: state.quota.limitBytes } })
  }
  lab.calls.length = 0
  // An operator has raised the level meanwhile.
  expect([await refuseWhenFull(), $isQuotaFull.get(), asked()]).toEqual([false, false, 1])
  expect([await refuseWhenFull(), asked()]).toEqual([false, 1])
  const full = { file_storage: 4096, file_storage_reserved: 0 }
  const privilege = { level: 1, name: '', privileges: [{ name: 'file_storage', limit: 4096 }] }
  const result = { company_id: lab.companyId, privilege, company_privilege: full }
  lab.chooseCall = (call) => (call === GUIDE ? Response.json({ code: 200, result }) : undefined)
  await refreshQuota()
  expect([await refuseWhenFull(), $isQuotaFull.get()]).toEqual([true, true])
})

test("an upload's reservation is known during the upload, and free again after its end", async () => {
  const reserved = () => {
    const state = $quota.get()
    return state.status === 'ready' ? state.quota.reservedBytes : undefined
  }
  lab.proxy.choose = ({ method }) =>
    method === 'PUT' ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  const id = begin(lab, '报告.pdf', 100)
  await ended(id)
  await refreshQuota()
  expect(reserved()).toBe(100)
  dismissUpload(id)
  await vi.waitFor(() => expect(reserved()).toBe(0), 90_000)
})
