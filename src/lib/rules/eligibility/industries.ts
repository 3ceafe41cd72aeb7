/** Industry codes (GB/T 4754): one letter for the 门类, then 大类, 中类, 小类 with two, three and four digits. */

/** The last 大类 of each 门类: A is 01 to 05, B is 06 to 12, and so on. */
const LAST_DIVISION = {
  A: 5,
  B: 12,
  C: 43,
  D: 46,
  E: 50,
  F: 52,
  G: 60,
  H: 62,
  I: 65,
  J: 69,
  K: 70,
  L: 72,
  M: 75,
  N: 79,
  O: 82,
  P: 83,
  Q: 85,
  R: 90,
  S: 96,
  T: 97,
}

function sectionOf(code: string): string | undefined {
  const division = Number(code.slice(0, 2))
  if (!(division > 0)) return undefined
  return Object.entries(LAST_DIVISION).find(([, last]) => division <= last)?.[0]
}

/**
 * Returns the comparable form: the letter alone ("C"), or letter and digits ("C39", "C3911"). Digits may come
 * without their letter. Undefined for an invalid form, letter or 大类.
 */
export function readIndustry(code: unknown): string | undefined {
  const match = typeof code === 'string' ? /^([A-T])?(\d{2,4})?$/.exec(code) : null
  if (!match) return undefined
  const [, letter, digits] = match
  if (digits === undefined) return letter
  const section = sectionOf(digits)
  return section === undefined || (letter !== undefined && letter !== section) ? undefined : section + digits
}

export function industryContains(outer: string, inner: string): boolean {
  return inner.startsWith(outer)
}
