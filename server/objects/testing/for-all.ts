/** A store for all tests of a file, which must report no fault. */
import { afterAll, beforeAll, expect } from 'vitest'
import type { ObjectStoreSettings } from '../object-store.ts'
import { openTestStore, type TestStore } from './open-store.ts'

export let at: TestStore

export function openStoreForAll(settings?: Partial<ObjectStoreSettings>): void {
  beforeAll(async () => {
    at = await openTestStore(settings)
  })
  afterAll(async () => {
    expect(at.faults).toEqual([])
    await at.close()
  })
}
