/** Answers probes: without a session, and with a line in the log only when a result changes. */
import { randomBytes } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CODES } from '../src/lib/contract/envelope.ts'
import { hasNewestShape } from './db/migrate.ts'
import { answerJson } from './http/answer.ts'
import type { App, Services } from './http/types.ts'
import { describeError, isNoRoom } from './log.ts'

/** The envelope has one code for faults; balancers look at the status. */
const UNAVAILABLE = 503

const LIMIT_MS = 2000
/** How long a result holds, so that frequent probes do not write all the time. */
const HOLDS_MS = 3000

const FINE = '正常'

const PROBE = 'probe'
const PROBE_BYTES = 64 * 1024

/** `/readyz`: 503 if the process cannot do its work, or is about to stop, with a text for each part in `checks`. */
export function addHealthRoutes(app: App): void {
  const check = sharedCheck()
  app.get('/healthz', (context) => answerJson(context, { code: CODES.ok }))
  app.get('/readyz', async (context) => {
    const { services } = context.var
    const checks = await check(services)
    const message = problemOf(services, checks)
    if (message === undefined) return answerJson(context, { code: CODES.ok, checks })
    return answerJson(context, { code: CODES.fault, message, checks }, UNAVAILABLE)
  })
}

function problemOf(services: Services, checks: Record<string, string>): string | undefined {
  if (services.isStopping()) return '服务正在停止'
  return Object.values(checks).every((words) => words === FINE) ? undefined : '服务还不能使用'
}

/** Probes within that time share one check, so that probing costs little. */
function sharedCheck(): (services: Services) => Promise<Record<string, string>> {
  let last: { atMs: number; looking: Promise<Record<string, string>> } | undefined
  let known = JSON.stringify({ database: FINE, files: FINE })
  const check = async (services: Services) => {
    const looks = Object.entries(await lookAtParts(services))
    const checks = Object.fromEntries(looks.map(([part, { words }]) => [part, words]))
    const news = JSON.stringify(checks)
    if (news !== known) {
      const errors = looks.flatMap(([, { error }]) => (error === undefined ? [] : describeError(error).error))
      services.log({ level: errors.length > 0 ? 'error' : 'info', event: 'readiness', checks, errors })
    }
    known = news
    return checks
  }
  return (services) => {
    const nowMs = services.now()
    // Also after the clock was set back.
    const isOld = !last || nowMs >= last.atMs + HOLDS_MS || nowMs < last.atMs
    if (!last || isOld) last = { atMs: nowMs, looking: check(services) }
    return last.looking
  }
}

interface Look {
  words: string
  error?: unknown
}

/** Checks each part, for two seconds at most. */
async function lookAtParts(services: Services): Promise<Record<'database' | 'files', Look>> {
  const looks = [look(checkDatabase(services)), look(checkFiles(services))] as const
  const [database, files] = await Promise.all(looks)
  return { database, files }
}

async function look(check: Promise<string>): Promise<Look> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, '没有及时应答')
  })
  try {
    return { words: await Promise.race([check, limit]) }
  } catch (error) {
    return { words: isNoRoom(error) ? '磁盘空间已满' : '不能使用', error }
  } finally {
    clearTimeout(timer)
  }
}

async function checkDatabase({ db, now }: Services): Promise<string> {
  if (!(await hasNewestShape(db))) return '数据与程序的版本不一致'
  // Only a write shows a full disk or a read-only database.
  await db
    .insertInto('settings')
    .values({ name: PROBE, value: String(now()) })
    .onConflict((row) => row.column('name').doUpdateSet({ value: String(now()) }))
    .execute()
  return FINE
}

/** Does not call Aliyun: that would cost money at every probe. */
async function checkFiles({ config }: Services): Promise<string> {
  if (config.objects.kind === 'local') {
    const file = join(config.dataDir, 'objects/.probe')
    await writeFile(file, randomBytes(PROBE_BYTES), { flush: true })
    // Emptied, because overwriting its bytes would succeed on a full disk.
    await truncate(file)
  }
  return FINE
}
