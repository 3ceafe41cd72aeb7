/**
 * Uploads that were given up while the server could not be told: where they lie, and nothing that tells a reader more.
 * It comes with every page, so it loads nothing.
 */

/** Uploads to go on with, in localStorage; see kept-uploads.ts. */
export const KEPT_UPLOADS = 'uploads'
const GIVEN_UP = 'uploads-given-up'

/** Those of one company: the server does nothing about the uploads of others. */
export function readGivenUp(companyId: number): string[] {
  return read(GIVEN_UP).filter((prefix) => prefix.startsWith(`companies/${companyId}/`))
}

export function noteGivenUp(prefix: string): void {
  write([...read(GIVEN_UP), prefix])
}

export function forgetGivenUp(prefix: string): void {
  write(read(GIVEN_UP).filter((noted) => noted !== prefix))
}

/** Of what somebody was sending, nobody after them may read the names. It is closed when their company is back here. */
export function giveUpAllKept(): void {
  const kept = read(KEPT_UPLOADS)
  if (kept.length === 0) return
  write([...read(GIVEN_UP), ...kept])
  localStorage.removeItem(KEPT_UPLOADS)
}

/** Prefixes, by themselves or of what is kept. Empty where the device keeps nothing. */
function read(key: string): string[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(noted) ? noted.map((each) => String(each.prefix ?? each)) : []
  } catch {
    return []
  }
}

function write(prefixes: readonly string[]): void {
  try {
    localStorage.setItem(GIVEN_UP, JSON.stringify(prefixes))
  } catch {
    // Full or switched off: the server closes them by itself.
  }
}
