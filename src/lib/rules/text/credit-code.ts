/** 统一社会信用代码 (GB 32100-2015): 18 characters, the last of which checks the others. */
import { plainTyped } from './typed-text.ts'

/** The 31 characters by value; I, O, S, V and Z are left out because they look like digits or each other. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const LENGTH = 18
const MODULUS = CHARACTERS.length
/** Powers of 3 modulo 31, one for each character before the last (table 4 of the standard). */
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Registering authority and class, division code, organisation code, check character. */
const SHAPE = /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/

export function normaliseCreditCode(text: string): string {
  return plainTyped(text).replaceAll('-', '').toUpperCase()
}

/** Whether a normalised code has the right shape and check character. It need not be registered. */
export function isCreditCode(code: string): boolean {
  return SHAPE.test(code) && checkCharacter(code) === code.at(-1)
}

export function creditCodeProblem(typed: string): string | undefined {
  const code = normaliseCreditCode(typed)
  if (code === '') return '请填写统一社会信用代码'
  const length = [...code].length
  if (length < LENGTH) return `统一社会信用代码是 ${LENGTH} 位，还差 ${LENGTH - length} 位`
  if (length > LENGTH) return `统一社会信用代码是 ${LENGTH} 位，多了 ${length - LENGTH} 位`
  const place = [...code].findIndex((character) => !CHARACTERS.includes(character))
  if (place >= 0) {
    return `第 ${place + 1} 位“${[...code][place]}”不会出现在统一社会信用代码里（不用字母 I、O、S、V、Z），请核对`
  }
  if (!SHAPE.test(code)) return '第 3 到 8 位应为数字，请核对'
  const expected = checkCharacter(code)
  if (expected === code.at(-1)) return undefined
  return `最后一位校验不符：按前 17 位应为“${expected}”，现在是“${code.at(-1)}”，请逐位核对`
}

/** 登记管理部门 and the 机构类别 that it registers (table 1 of the standard). */
const CLASSES: Readonly<Record<string, string>> = {
  1: '1239',
  2: '19',
  3: '123459',
  4: '19',
  5: '1239',
  6: '129',
  7: '129',
  8: '19',
  9: '123',
  A: '19',
  N: '1239',
  Y: '1',
}

/** First digits of GB/T 2260: the provinces, and 10 for registrations with the State. */
const PROVINCES = /^(1[0-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12])/

/** Weight of each character of an organisation code (GB 11714). */
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** Returns an oddity of a valid code, which is never refused: registers are older than their standards. */
export function creditCodeHint(typed: string): string | undefined {
  const code = normaliseCreditCode(typed)
  if (!isCreditCode(code)) return undefined
  if (!CLASSES[code.charAt(0)]?.includes(code.charAt(1))) {
    return `前两位“${code.slice(0, 2)}”不是常见的登记机关和机构类别，请核对`
  }
  if (!PROVINCES.test(code.slice(2))) {
    return `第 3 到 8 位“${code.slice(2, 8)}”不是行政区划代码，请核对`
  }
  const expected = organisationCheck(code.slice(8, 16))
  if (expected === code.charAt(16)) return undefined
  return `第 9 到 17 位（原组织机构代码）校验不符，第 17 位应为“${expected}”，请核对`
}

/** The last character of an organisation code: 10 is written X, 11 is written 0. */
function organisationCheck(body: string): string {
  const sum = ORGANISATION_WEIGHTS.reduce(
    (total, weight, place) => total + weight * Number.parseInt(body.charAt(place), 36),
    0,
  )
  return '0123456789X0'.charAt(11 - (sum % 11))
}

function checkCharacter(code: string): string | undefined {
  const sum = WEIGHTS.reduce(
    (total, weight, place) => total + weight * CHARACTERS.indexOf(code[place] ?? ''),
    0,
  )
  return CHARACTERS[(MODULUS - (sum % MODULUS)) % MODULUS]
}
