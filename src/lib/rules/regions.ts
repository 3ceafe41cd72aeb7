/** Administrative division codes (GB/T 2260): six digits, 省 2 + 市 2 + 区县 2; 000000 stands for 全国. */

export const NATION = '000000'

export function regionLine(code: string): string[] {
  const line = [NATION, `${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]
  return line.filter((step, index) => line.indexOf(step) === index)
}

export function provinceOf(code: string): string {
  return `${code.slice(0, 2)}0000`
}

/** Whether `outer` is `inner` or one of its parents; the nation contains every division. */
export function regionContains(outer: string, inner: string): boolean {
  return regionLine(inner).includes(outer)
}

/**
 * Rates a policy's region for the visitor's: 3 same 区县, 2 same 市, 1 same 省, 0 全国, -1 not applicable. A policy of a
 * smaller place (a 市 of the chosen 省) counts as near as well.
 */
export function regionNearness(policyRegion: string, visitorRegion: string): number {
  if (regionContains(policyRegion, visitorRegion)) return regionLine(policyRegion).length - 1
  return visitorRegion !== NATION && regionContains(visitorRegion, policyRegion)
    ? regionLine(visitorRegion).length - 1
    : -1
}
