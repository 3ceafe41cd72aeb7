import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killDuringLogins } from '../torture/kill-logins.ts'
import { makeSite } from '../torture/make-site.ts'

test('five kills in the middle of logins lose nothing that was acknowledged', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  makeSite(folder)
  const { acknowledged, lost } = await killDuringLogins(folder, 5, 7)
  expect(acknowledged).toBeGreaterThan(20)
  expect(lost).toEqual([])
  rmSync(folder, { recursive: true })
})
