/** 统一社会信用代码 (GB 32100-2015): 18 characters, the last of which checks the others. */

/** The 31 characters by value; I, O, S, V and Z are left out because they look like digits or each other. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const MODULUS = CHARACTERS.length
/** Powers of 3 modulo 31, one for each character before the last (table 4 of the standard). */
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Registering authority and class, division code, organisation code, check character. */
const SHAPE = /^[0-9A-HJ-NP-RTUWXY]{2}\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/

/** As typed or pasted → as registered: full-width and small letters, spaces and hyphens are what people use. */
export function normaliseCreditCode(text: string): string {
  return text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
}

/** Whether a normalised code has the right shape and check character. It says nothing about a registration. */
export function isCreditCode(code: string): boolean {
  return SHAPE.test(code) && checkCharacter(code) === code.at(-1)
}

/** What is wrong with a code as typed, for whom it may be hard to see; undefined: nothing. */
export function creditCodeProblem(text: string): string | undefined {
  const code = normaliseCreditCode(text)
  if (code === '') return '请填写统一社会信用代码'
  if (code.length !== 18) return `统一社会信用代码应为 18 位，现在是 ${code.length} 位`
  const strange = [...code].find((character) => !CHARACTERS.includes(character))
  if (strange) return `统一社会信用代码里不会有“${strange}”，只用数字和字母，且没有 I、O、S、V、Z`
  if (!SHAPE.test(code)) return '统一社会信用代码的第 3 至 8 位应为数字，请对照营业执照检查'
  if (!isCreditCode(code)) return '统一社会信用代码的校验位不对，可能有一位填错了，请对照营业执照检查'
  return undefined
}

/** The character that belongs after the first 17. */
function checkCharacter(code: string): string | undefined {
  const sum = WEIGHTS.reduce(
    (total, weight, place) => total + weight * CHARACTERS.indexOf(code[place] ?? ''),
    0,
  )
  return CHARACTERS[(MODULUS - (sum % MODULUS)) % MODULUS]
}
