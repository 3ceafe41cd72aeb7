/** Tells a value that is taken already from every other failure of a write. */

/** SQLite's and PostgreSQL's own names for a broken unique constraint. */
const CODES = new Set<unknown>(['SQLITE_CONSTRAINT_UNIQUE', '23505'])

/** Only for a single statement: inside a transaction PostgreSQL gives up all of it. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.has(error.code)
}
