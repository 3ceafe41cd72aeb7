import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killPortal } from '../torture/kill-portal.ts'
import { makeSite } from '../torture/make-site.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kills-'))
  makeSite(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('five kills during chat and uploads lose nothing that was acknowledged, and leave nothing half done', async () => {
  const { acknowledged, lost, halfStates, orphans } = await killPortal(folder, 5, 45)
  expect(lost).toEqual([])
  expect(halfStates).toEqual([])
  expect(orphans).toEqual([])
  for (const count of Object.values(acknowledged)) expect(count).toBeGreaterThanOrEqual(5)
})
