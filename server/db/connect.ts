import { isPostgresUrl, openPostgres } from './postgres.ts'
import type { Connection } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** @param place URL of a PostgreSQL, or a folder @throws DatabaseUnavailableError, DataFolderInUseError, NewerDataError */
export function connect(place: string, now: () => number = Date.now): Promise<Connection> {
  return isPostgresUrl(place) ? openPostgres(place, now) : openSqlite(place, now)
}
