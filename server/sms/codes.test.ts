import { expect, test } from 'vitest'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { matchesCode, storeCode, takeCode } from './codes.ts'

const ONE = { browserHash: 'a', phone: '13800000001', address: 'local' }
const OTHER = { browserHash: 'a', phone: '13800000002', address: 'local' }
const STRANGER = { ...ONE, browserHash: 'b' }

openPortalForEach()

test('only the code that matched is taken out of use, not one that came after it', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, OTHER, '333333', 0)
  expect(await matchesCode(portal.db, ONE, '111111', 0)).toBe(true)
  await storeCode(portal.db, ONE, '222222', 0)
  expect(await takeCode(portal.db, ONE, '111111')).toBe(false)
  expect(await takeCode(portal.db, ONE, '222222')).toBe(true)
  expect(await matchesCode(portal.db, OTHER, '333333', 0)).toBe(true)
})

test('a wrong guess costs the tries of its own phone only', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, OTHER, '222222', 0)
  for (let guess = 0; guess < 20; guess += 1) await matchesCode(portal.db, ONE, '999999', 0)
  expect(await matchesCode(portal.db, ONE, '111111', 0)).toBe(false)
  expect(await matchesCode(portal.db, OTHER, '222222', 0)).toBe(true)
})

test('a browser that asked for another code of the same phone neither uses it up nor opens it', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, STRANGER, '222222', 0)
  for (let guess = 0; guess < 20; guess += 1) await matchesCode(portal.db, STRANGER, '999999', 0)
  expect(await matchesCode(portal.db, STRANGER, '222222', 0)).toBe(false)
  expect(await takeCode(portal.db, STRANGER, '111111')).toBe(false)
  expect(await matchesCode(portal.db, ONE, '111111', 0)).toBe(true)
})
