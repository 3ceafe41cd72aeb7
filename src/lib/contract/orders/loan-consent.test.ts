import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { LOAN_AUTHORISATION, LOAN_CONSENT, LOAN_CONSENT_VERSIONS } from './loan-consent.ts'

/** Text of each version, since 2026-11-22 with its authorisation: a new version is a new line, and an old line never changes. */
const SAID: Readonly<Record<string, string>> = {
  '2026-11-21': 'aefe746f7987811f8417f475a999c9c1ede82b0d0a99d06b065c072791e4c221',
  '2026-11-22': 'c17e9957b5a24507b13978e0274d49529e4e7b5716bdbfd13760153b4c61e7f4',
}

test('other words are another version', () => {
  const { version, words } = LOAN_CONSENT
  const said = JSON.stringify([words, LOAN_AUTHORISATION])
  expect(createHash('sha256').update(said).digest('hex')).toBe(SAID[version])
})

test('every version that ever was is still known', () => {
  expect([...LOAN_CONSENT_VERSIONS].sort()).toEqual(Object.keys(SAID).sort())
})
