/** Tells a disk that is full from every other failure of a write. */

/**
 * As the system says it, and both databases. The one of SQLite's shared memory comes when not even that can grow.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'])

export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && CODES.has(error.code)) || isNoRoom(error.cause)
}
