/** A browser, a store and a connection between them for each test of a file. */
import { afterEach, beforeEach } from 'vitest'
import { $isQuotaFull, forgetQuota } from '../../../src/lib/stores/documents/storage-quota.ts'
import { closeView } from '../../../src/lib/stores/documents/view.ts'
import { $companyId, $hasExpired } from '../../../src/lib/stores/session.ts'
import { $uploads } from '../../../src/lib/stores/uploads/state.ts'
import { type Lab, openLab } from '../../torture/uploads/lab.ts'

export let lab: Lab

export function openLabForEach(): void {
  beforeEach(async () => {
    lab = await openLab()
  })
  afterEach(async () => {
    closeView()
    $uploads.set([])
    $isQuotaFull.set(false)
    $hasExpired.set(false)
    $companyId.set(null)
    forgetQuota()
    await lab.close()
  })
}
