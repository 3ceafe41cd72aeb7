/** Uploads that were given up while the server could not be told: where they lie, nothing that tells a reader more. */

const KEY = 'uploads-given-up'
/** The server closes by itself what is older than any of so many. */
const LIMIT = 500

/** Those of one company: the server does nothing about the uploads of others. */
export function readGivenUp(companyId: number): string[] {
  return readAll().filter((prefix) => prefix.startsWith(`companies/${companyId}/`))
}

export function noteGivenUp(prefixes: readonly string[]): void {
  if (prefixes.length > 0) write([...new Set([...readAll(), ...prefixes])].slice(-LIMIT))
}

export function forgetGivenUp(prefix: string): void {
  write(readAll().filter((noted) => noted !== prefix))
}

function readAll(): string[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(noted) ? noted.filter((prefix) => typeof prefix === 'string') : []
  } catch {
    return []
  }
}

function write(prefixes: readonly string[]): void {
  try {
    if (prefixes.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(prefixes))
  } catch {
    // Full or switched off: the server closes it by itself.
  }
}
