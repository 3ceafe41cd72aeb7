/** Whether two versions of what somebody filled in say the same. */

/** Ignores the order of fields, blank ones, and sizes of files, which the store knows better. */
export function sameContent(one: unknown, other: unknown): boolean {
  return said(one) === said(other)
}

function said(content: unknown): string {
  return JSON.stringify(content, (key, part: unknown) => {
    if (key === 'size') return undefined
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const filled = Object.entries(part).filter(([, value]) => value !== '')
    return Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
