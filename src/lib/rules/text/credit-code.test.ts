import { expect, test } from 'vitest'
import { creditCodeHint, creditCodeProblem, isCreditCode, normaliseCreditCode } from './credit-code.ts'

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

test.each([
  ['91350100M000100Y43', undefined],
  ['', '请填写统一社会信用代码'],
  ['91350100M000100Y', '统一社会信用代码是 18 位，还差 2 位'],
  ['91350100M000100Y4333', '统一社会信用代码是 18 位，多了 2 位'],
  ['91350100M0O0100Y43', '第 11 位“O”不会出现在统一社会信用代码里（不用字母 I、O、S、V、Z），请核对'],
  ['9135010AM000100Y43', '第 3 到 8 位应为数字，请核对'],
  ['91350100M000100Y44', '最后一位校验不符：按前 17 位应为“3”，现在是“4”，请逐位核对'],
])('%j: %s', (code, problem) => {
  expect(creditCodeProblem(code)).toBe(problem)
})

test.each(REGISTERED)('%s has no oddity', (code) => {
  expect(creditCodeHint(code)).toBeUndefined()
})

function withCheck(code: string): string {
  const end = [...CHARACTERS].find((character) => isCreditCode(code + character))
  return code + end
}

test.each([
  ['94350100M000100Y4', '前两位“94”'],
  ['0135010 0M000100Y4', '前两位“01”'],
  ['91990100M000100Y4', '第 3 到 8 位“990100”'],
  ['91350100M000100Y5', '第 17 位应为“4”'],
])('%s: %s looks odd, and is no problem', (start, words) => {
  const code = withCheck(start.replace(' ', ''))
  expect(creditCodeProblem(code)).toBeUndefined()
  expect(creditCodeHint(code)).toContain(words)
})

test('an invalid code has a problem, and no hint beside it', () => {
  expect(creditCodeHint('')).toBeUndefined()
  expect(creditCodeHint('91990100M000100Y3')).toBeUndefined()
})

test.each([
  // The body 00000006 gives 1 (of 11), written X; 00000000 gives 11, written 0.
  ['91350100' + '00000006' + 'X', undefined],
  ['91350100' + '00000000' + '0', undefined],
])('%s: 10 is X and 11 is 0', (start, hint) => {
  expect(creditCodeHint(withCheck(start))).toBe(hint)
})
