/**
 * Uploads that were given up while the server could not be told: where they lie, and nothing that tells a reader more.
 * It comes with every page, so it loads nothing.
 */

/** Uploads to go on with, in localStorage; see kept-uploads.ts. */
export const KEPT_UPLOADS = 'uploads'
const GIVEN_UP = 'uploads-given-up'

/** By then the server has closed them by itself, a day after the last keys. */
const OVER_MS = 48 * 3_600_000

interface GivenUp {
  prefix: string
  /** ms since 1970. */
  at: number
}

/** Those of one company: the server does nothing about the uploads of others. */
export function readGivenUp(companyId: number): string[] {
  const own = noted().filter(({ prefix }) => prefix.startsWith(`companies/${companyId}/`))
  return own.map(({ prefix }) => prefix)
}

export function noteGivenUp(prefix: string): void {
  write([...noted(), { prefix, at: Date.now() }])
}

export function forgetGivenUp(prefix: string): void {
  write(noted().filter((each) => each.prefix !== prefix))
}

/** Of what somebody was sending, nobody after them may read the names. It is closed when their company is back here. */
export function forgetKeptUploads(): void {
  const kept = read(KEPT_UPLOADS)
  if (kept.length === 0) return
  const at = Date.now()
  write([...noted(), ...kept.map(({ prefix }) => ({ prefix, at }))])
  localStorage.removeItem(KEPT_UPLOADS)
}

function noted(): GivenUp[] {
  return read(GIVEN_UP).filter(({ at }) => Date.now() - at < OVER_MS)
}

/** Empty where the device keeps nothing. */
function read(key: string): GivenUp[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found)
      ? found.map(({ prefix, at }) => ({ prefix: String(prefix), at: Number(at) }))
      : []
  } catch {
    return []
  }
}

function write(all: readonly GivenUp[]): void {
  try {
    localStorage.setItem(GIVEN_UP, JSON.stringify(all))
  } catch {
    // Full or switched off: the server closes them by itself.
  }
}
