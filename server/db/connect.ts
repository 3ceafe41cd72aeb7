/** Opens the configured database. */
import { isPostgresUrl, openPostgres } from './postgres.ts'
import type { Connection } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the database, creates its tables at first, and migrates them.
 * @param place the URL of a PostgreSQL, or a folder
 * @throws DatabaseUnavailableError, DataFolderInUseError, or NewerDataError when the data is newer than the program
 */
export function connect(place: string, now: () => number = Date.now): Promise<Connection> {
  return isPostgresUrl(place) ? openPostgres(place, now) : openSqlite(place, now)
}
