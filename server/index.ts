import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Backend, openBackend } from './backend.ts'
import { type Config, ConfigError, getConfig } from './config/config.ts'
import { examineSite, isRealInstallation, withCredentials } from './config/real-installation.ts'
import { NewerDataError } from './db/migrate.ts'
import { DatabaseUnavailableError } from './db/postgres.ts'
import { DataFolderInUseError } from './db/sqlite.ts'
import { listen, stopListening } from './listen.ts'
import { describeError, isNoRoom, logToStdout } from './log.ts'
import { isInDirectory } from './providers/public-providers.ts'
import { serveSite } from './site/serve-site.ts'
import { outboxPath } from './sms/gateway.ts'

/** The greatest delay of a job. */
const JOBS_EVERY_MS = 5_000

const print = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const config = getConfig(withCredentials(process.env), process.pid)
  const backend = await openBackend(config, logToStdout, print)
  backend.app.all(
    '*',
    serveSite(config.distDir, (path) => isInDirectory(backend.db, path)),
  )
  const server = await openPorts(backend, config).catch(async (error: unknown) => {
    await backend.stop()
    await backend.close()
    throw error
  })
  const stopJobs = backend.jobLanes.map(nudge)
  greet(config, server.address())

  let stopping = false
  const hurry = new AbortController()
  const stop = async () => {
    if (stopping) return
    stopping = true
    backend.announceStop()
    print('正在停止：等待进行中的请求完成… (stopping: requests under way are finished)')
    await wait(config.drainSeconds * 1000, undefined, { signal: hurry.signal }).catch(() => {})
    await Promise.all([stopListening(server), backend.stop(), ...stopJobs.map((stop) => stop())])
    await backend.close()
    print('已停止 (stopped)')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', () => {
    hurry.abort()
    stop()
  })
}

/** Opens the object store's port first, because a page may upload as soon as it loads. */
async function openPorts(backend: Backend, config: Config): Promise<Server> {
  await backend.listen()
  const { sockets, port, bindAddress } = config
  return listen(backend.app, sockets?.site ?? { port, host: bindAddress })
}

function nudge(runJobs: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= runJobs()
      .catch((error: unknown) =>
        logToStdout({ level: 'error', event: 'jobs-failed', ...describeError(error) }),
      )
      .finally(() => {
        running = undefined
      })
  }, JOBS_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

function greet(config: Config, address: AddressInfo | string | null): void {
  const port = typeof address === 'object' ? address?.port : undefined
  if (!existsSync(join(config.distDir, 'index.html'))) {
    print(`提示：${config.distDir} 里还没有页面，请先运行 npm run build；接口可以照常使用`)
    print('(no pages yet: run npm run build; the API works)')
  }
  const unnamed = isRealInstallation((name) => process.env[name]?.trim() || undefined)
    ? examineSite().filter(({ state }) => state !== 'fine')
    : []
  if (unnamed.length > 0) {
    print(
      `提示：页面上还是示例信息，请改 src/site.ts 后重新构建：${unnamed.map(({ name }) => name.split(' ')[1]).join('、')}`,
    )
    print('(the pages still name a sample operator: change src/site.ts and build again)')
  }
  const origin = port === undefined ? [...config.publicOrigins][0] : `http://localhost:${port}`
  print(`请打开：${origin ?? 'nginx 的网址'} (open this address)`)
  if (!config.sms) {
    print(`短信验证码：显示在这个终端，并写入 ${outboxPath(config.dataDir)}`)
    print('(SMS codes are shown here and written to that file)')
  }
  print('按 Ctrl+C 停止 (Ctrl+C stops it)')
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return `设置有误 (wrong settings)：\n${error.message}`
  const named = [DatabaseUnavailableError, DataFolderInUseError, NewerDataError]
  if (named.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'EADDRINUSE') {
      const { port } = error as { port?: number }
      return `端口 ${port} 已被占用，请用 PORT（网站）或 OBJECTS_PORT（文件）指定别的端口 (port in use: set another)`
    }
    if (isNoRoom(error)) return `磁盘空间已满 (no space left on the disk)：${error.message}`
    if (
      /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_(CANTOPEN|READONLY|PERM|NOTADB))/.test(String(error.code))
    )
      return `数据目录不能使用，请检查 DATA_DIR、它的所有者和权限 (check DATA_DIR and who may use it)：${error.message}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// The reader of a pipe may end first: its lines are lost, but the portal runs on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// By then every file has been compiled, and NODE_COMPILE_CACHE has it for the next process.
if (process.argv[2] !== '--compile')
  start().catch((error: unknown) => {
    process.stderr.write(`无法启动 (cannot start)。${explain(error)}\n`)
    process.exitCode = 1
  })
