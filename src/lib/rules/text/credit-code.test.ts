import { expect, test } from 'vitest'
import { creditCodeHint, isCreditCode, normaliseCreditCode } from './credit-code.ts'

const REGISTERED = ['91350100M000100Y43', '914403001922038216', '9144030071526726XG', '91330100799655058B']
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

test.each(REGISTERED)('%s is a code', (code) => {
  expect(isCreditCode(code)).toBe(true)
})

test.each(REGISTERED)('one wrong character of %s is always found', (code) => {
  for (let place = 0; place < code.length; place += 1) {
    for (const other of CHARACTERS.replace(code.charAt(place), '')) {
      expect(isCreditCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(false)
    }
  }
})

test.each(REGISTERED)('two neighbours of %s that changed places are always found', (code) => {
  for (let place = 0; place < code.length - 1; place += 1) {
    const swapped = code.slice(0, place) + code[place + 1] + code[place] + code.slice(place + 2)
    if (swapped !== code) expect(isCreditCode(swapped)).toBe(false)
  }
})

test.each([
  ['', 'nothing'],
  ['91350100M000100Y4', '17 characters'],
  ['91350100M000100Y433', '19 characters'],
  ['91350100m000100y43', 'small letters'],
  ['９１３５０１００M000100Y43', 'full-width digits'],
  ['91350100M0OO100Y43', 'letters that no code has'],
  ['91350100M000100Y43\n', 'a line break behind it'],
])('%j is no code: %s', (code) => {
  expect(isCreditCode(code)).toBe(false)
})

test.each([
  '91350100m000100y43',
  '９１３５０１００Ｍ０００１００Ｙ４３',
  ' 91350100-M000 100Y43　',
  '９１３５０１００ｍ000100y43',
])('%j is normalised', (typed) => {
  expect(normaliseCreditCode(typed)).toBe('91350100M000100Y43')
})

test('what is no code has a problem, and no hint beside it', () => {
  expect(creditCodeHint('')).toBeUndefined()
  expect(creditCodeHint('91990100M000100Y3')).toBeUndefined()
})
