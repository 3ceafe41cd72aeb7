/**
 * `npm run data:copy -- DATA_DIR`: copies an embedded installation to the empty PostgreSQL in DATABASE_URL, in one
 * transaction. It first migrates both sides to this version, so their tables are the same.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, getConfig } from '../server/config/config.ts'
import { connect } from '../server/db/connect.ts'
import { NewerDataError } from '../server/db/migrate.ts'
import { DatabaseUnavailableError } from '../server/db/postgres.ts'
import { DataFolderInUseError } from '../server/db/sqlite.ts'
import { type AnyDatabase, CopyError, copyTables } from './copy-tables.ts'

/** @throws CopyError, and what `connect` throws, for example when a server still uses the folder */
export async function copyToPostgres(
  dataDir: string,
  url: string,
  print: (line: string) => void,
): Promise<void> {
  if (!existsSync(join(dataDir, 'portal.sqlite'))) {
    throw new CopyError(`${dataDir} 里没有 portal.sqlite，请写出原来的数据目录（DATA_DIR）`)
  }
  const source = await connect(dataDir)
  try {
    const target = await connect(url)
    try {
      const from = source.db as unknown as AnyDatabase
      const to = target.db as unknown as AnyDatabase
      await to.transaction().execute((transaction) => copyTables(from, transaction, print))
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Returns a text for a problem that the administrator can correct; for others, the stack trace. */
function explain(error: unknown): string {
  const named = [CopyError, ConfigError, DatabaseUnavailableError, DataFolderInUseError, NewerDataError]
  if (named.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function run([dataDir, ...rest]: string[]): Promise<void> {
  if (dataDir === undefined || rest.length > 0) throw new CopyError('用法：npm run data:copy -- 数据目录')
  const { databaseUrl } = getConfig(process.env)
  if (databaseUrl === undefined) throw new CopyError('请用 DATABASE_URL 指出要复制到的 PostgreSQL')
  await copyToPostgres(dataDir, databaseUrl, console.log)
  console.log(`已全部复制。上传的文件仍在 ${join(dataDir, 'objects')}，请继续用同一个 DATA_DIR 启动`)
}

if (import.meta.main) {
  await run(process.argv.slice(2)).catch((error: unknown) => {
    console.error(`没有复制任何数据。${explain(error)}`)
    process.exitCode = 1
  })
}
