/** One process a data folder. The lock belongs to the operating system, so it ends with the process, kill -9 included. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/** Another process uses the data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError'
}

/**
 * Holds the folder until the returned function is called or the process ends. SQLite's file lock is used because
 * Node has none of its own, and a file with a process id goes stale (ids are used again, always so in containers).
 * @throws DataFolderInUseError
 */
export function lockDataFolder(dataDir: string): () => void {
  const holder = new Sqlite(join(dataDir, 'lock.sqlite'), { timeout: 0 })
  try {
    holder.exec('begin exclusive')
  } catch (error) {
    holder.close()
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error
    throw new DataFolderInUseError(
      `数据目录 ${dataDir} 正被另一个进程使用，请先停止它，或用 DATA_DIR 指定别的目录`,
    )
  }
  return () => holder.close()
}
