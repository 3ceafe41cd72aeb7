/** Codes requested by many while an owner logs in. */
import { expect, test } from 'vitest'
import { SMS_PER_PHONE_DAILY } from '../../src/lib/contract/account/sms.ts'
import { ipv4, LOGGED_IN, OWNERS_ADDRESS, openCrowd } from './support/many-askers.ts'

test('100,000 addresses request codes for a phone: its owner logs in at once, and gets at most ten SMS', async () => {
  const { portal, sent, ask, logIn, knownBrowser } = await openCrowd()
  const browser = await knownBrowser()
  const stranger = portal.browser()
  for (let index = 0; index < 100_000; index += 1) {
    stranger.cookies.clear()
    await ask(stranger, ipv4(index))
    if (index % 25_000 === 12_500) {
      expect(await logIn(index < 50_000 ? browser : portal.browser(), OWNERS_ADDRESS)).toEqual(LOGGED_IN)
      portal.clock.ms += 60_000
    }
  }
  expect(sent.length).toBeLessThanOrEqual(SMS_PER_PHONE_DAILY)
  await portal.close()
}, 1_800_000)
