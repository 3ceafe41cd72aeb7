/** A browser, a store and a connection between them for each test of a file. */
import { afterEach, beforeEach } from 'vitest'
import { forgetQuota } from '../../../src/lib/stores/documents/storage-quota.ts'
import { $uploads } from '../../../src/lib/stores/uploads/state.ts'
import { type Lab, openLab } from '../../torture/uploads/lab.ts'

/** The lab of the current test. */
export let lab: Lab

export function openLabForEach(): void {
  beforeEach(async () => {
    lab = await openLab()
  })
  afterEach(async () => {
    $uploads.set([])
    forgetQuota()
    await lab.close()
  })
}
