import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import { Client, Pool, types } from 'pg'
import { Changes, type Subject } from './changes.ts'
import { migrate } from './migrate.ts'
import type { Connection, Tables } from './schema.ts'

/** No usable PostgreSQL; the text has the reason, and never the password. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

const OLDEST_VERSION = 13

const OPTIONS = {
  application_name: 'zhice-portal',
  max: 10,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  /** A query, with its wait for locks. */
  statement_timeout: 15_000,
  /** A process that hangs must not keep its locks. */
  idle_in_transaction_session_timeout: 30_000,
  types: { getTypeParser },
}

export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}

export async function openPostgres(url: string, now: () => number): Promise<Connection> {
  const pool = new Pool({ ...OPTIONS, connectionString: url })
  // Without a listener a connection dropped while idle would end the process. The pool removes it.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new ServerDialect({ pool }) })
  try {
    await checkServer(pool, url)
    await migrate(db, now).catch((error: unknown) => {
      throw isDenied(error) ? unavailable(url, reasonOf(error)) : error
    })
    const { changes, stop } = await hearChanges(url, pool)
    return { db, changes, damage: [], close: () => stop().then(() => db.destroy()) }
  } catch (error) {
    await pool.end()
    throw error
  }
}

const CHANNEL = 'portal_changes'
const BEAT_MS = 2000
/** For this time after an answered beat was sent, no change is missed: beats and changes arrive in one order. */
const SURE_FOR_MS = 10_000

/** Listens to changes of all processes (0009.postgres.sql). Without an echo of its own beat, reads go to the database. */
async function hearChanges(
  url: string,
  pool: Pool,
): Promise<{ changes: Changes; stop: () => Promise<void> }> {
  const changes = new Changes()
  const own = `beat:${randomUUID()}:`
  const first = Promise.withResolvers<void>()
  let line: Client | undefined
  let madeMs = 0

  const beat = () =>
    pool.query('select pg_notify($1, $2)', [CHANNEL, own + performance.now()]).catch(() => {})
  async function make(): Promise<void> {
    const client = new Client({ ...OPTIONS, connectionString: url })
    line = client
    madeMs = performance.now()
    client.on('error', () => drop(client))
    client.on('end', () => drop(client))
    client.on('notification', ({ payload = '' }) => {
      if (client !== line) return
      if (payload.startsWith(own)) {
        changes.trust(Number(payload.slice(own.length)) + SURE_FOR_MS)
        first.resolve()
      } else if (!payload.startsWith('beat:')) changes.tell(payload as Subject)
    })
    await client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(beat, () => drop(client))
  }
  function drop(client: Client): void {
    if (client !== line) return
    line = undefined
    changes.lose()
    // Not awaited: on a dead connection it could take very long.
    client.end().catch(() => {})
  }

  const beats = setInterval(() => {
    const isSilent = !changes.isSure && performance.now() - madeMs > SURE_FOR_MS
    if (line && isSilent) drop(line)
    if (line) beat()
    else make()
  }, BEAT_MS).unref()
  await make()
  await Promise.race([first.promise, wait(BEAT_MS, undefined, { ref: false })])
  return {
    changes,
    stop: async () => {
      clearInterval(beats)
      const last = line
      line = undefined
      await last?.end().catch(() => {})
    },
  }
}

class ServerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new ServerDriver(this.#config)
  }
}

/** A dropped connection needs no rollback: its failure would hide the reason. */
class ServerDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...args: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(...args).catch(() => {})
  }
}

async function checkServer(pool: Pool, url: string): Promise<void> {
  const { rows } = await pool
    .query(
      `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
        current_setting('default_transaction_isolation') as isolation, current_setting('transaction_read_only') as readonly`,
    )
    .catch((error: unknown) => {
      throw unavailable(url, reasonOf(error))
    })
  const { version, encoding, isolation, readonly } = rows[0]
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    throw unavailable(url, `版本 ${version} 太旧，需要 PostgreSQL ${OLDEST_VERSION} 以上`)
  if (encoding !== 'UTF8') throw unavailable(url, `编码是 ${encoding}，应为 UTF8`)
  if (readonly === 'on') throw unavailable(url, '它是只读的，可能是备库，请改用主库的地址')
  // After waiting for a lock, the portal's rules must see what the earlier holder wrote.
  if (isolation !== 'read committed')
    throw unavailable(url, `default_transaction_isolation 是 ${isolation}，应为 read committed`)
}

function unavailable(url: string, reason: string): DatabaseUnavailableError {
  const { host, pathname } = new URL(url)
  return new DatabaseUnavailableError(`数据库 ${host}${pathname} 不能使用：${reason}（DATABASE_URL）`)
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: '服务器没有应答，请确认 PostgreSQL 已启动，地址和端口无误',
  ENOTFOUND: '找不到这台服务器，请检查地址',
  EAI_AGAIN: '找不到这台服务器，请检查地址',
  ETIMEDOUT: '连接超时，请检查地址、端口和防火墙',
  EHOSTUNREACH: '网络不通，请检查地址和防火墙',
  // PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '28P01': '用户名或密码不正确',
  '28000': '服务器不允许这个用户从这里连接（pg_hba.conf）',
  '3D000': '没有这个数据库，请先创建（CREATE DATABASE）',
  '42501': '这个用户不能在其中建表，请让它成为数据库的所有者（ALTER DATABASE … OWNER TO …）',
  '3F000': '这个用户看不到可以建表的 schema，请检查 search_path 和权限',
  '53300': '服务器的连接数已满',
  '57P03': '服务器正在启动或停止，请稍后重试',
}

/** Only this: other errors of a migration need their trace. */
function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42501' || error.code === '3F000')
}

/** Returns a text for a failed connection. The messages of `pg` contain no password, but are English. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (/timeout/i.test(error.message)) return REASONS['ETIMEDOUT'] as string
  return REASONS[code] ?? `${error.message} ${code}`.trim()
}

/** Integers and sums become numbers as in SQLite, and never silently another number. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === types.builtins.INT8 || oid === types.builtins.NUMERIC) return toNumber
  return types.getTypeParser(oid, format as 'text')
}

function toNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`${text} in the database is too large for a number`)
  return number
}
