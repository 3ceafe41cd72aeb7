import { expect, test } from 'vitest'
import {
  $isQuotaFull,
  $quota,
  refreshQuota,
  refuseWhenFull,
} from '../../src/lib/stores/documents/storage-quota.ts'
import { lab, openLabForEach } from './support/lab.ts'

const GUIDE = 'GET /startup/api/v1/company/guide'

openLabForEach()

const asked = () => lab.calls.filter((call) => call === GUIDE).length

test('who is known to have no room is refused only after it was asked again', async () => {
  await refreshQuota()
  const state = $quota.get()
  if (state.status === 'ready') {
    $quota.set({ ...state, quota: { ...state.quota, usedBytes: state.quota.limitBytes } })
  }
  lab.calls.length = 0
  expect([await refuseWhenFull(), $isQuotaFull.get(), asked()]).toEqual([false, false, 1])
  const full = { file_storage: 4096, file_storage_reserved: 0 }
  const privilege = { level: 1, name: '', privileges: [{ name: 'file_storage', limit: 4096 }] }
  const result = { company_id: lab.companyId, privilege, company_privilege: full }
  lab.chooseCall = (call) => (call === GUIDE ? Response.json({ code: 200, result }) : undefined)
  await refreshQuota()
  expect([await refuseWhenFull(), $isQuotaFull.get()]).toEqual([true, true])
})
