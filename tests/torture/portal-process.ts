/** The portal as a process to kill, on data that outlives it. */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'

const HURRY = new URL('./hurry.ts', import.meta.url).href

/** The place of a portal's data. */
export interface DataPlace {
  /** The site and, without a PostgreSQL, the database; objects and codes in any case. */
  folder: string
  databaseUrl?: string
}

export interface PortalOptions {
  /** Advance of its clock. */
  clockAheadMs?: number
  settings?: Record<string, string>
}

export type PortalProcess = Awaited<ReturnType<typeof startPortal>>

/** On free ports of its own. Resolves when the portal is ready. */
export async function startPortal(place: DataPlace, options: PortalOptions = {}) {
  const beginMs = performance.now()
  const child = spawnPortal(place, options)
  const errors = errorsOf(child)
  const [, origin = ''] = await outputOf(child, /请打开：(\S+)/)
  return {
    origin,
    /** Error lines of its log so far. */
    errors,
    startMs: performance.now() - beginMs,
    kill: () => child.kill('SIGKILL'),
    stop: () => child.kill('SIGTERM'),
    isKilled: () => child.killed,
    ended: () => ended(child),
  }
}

export function spawnPortal({ folder, databaseUrl }: DataPlace, options: PortalOptions = {}) {
  const { clockAheadMs = 0, settings = {} } = options
  return runNode(['--import', HURRY, 'server/index.ts'], {
    PORT: '0',
    OBJECTS_PORT: '0',
    DATA_DIR: dataFolder(folder),
    DIST_DIR: join(folder, 'dist'),
    TRUSTED_PROXY_HOPS: '1',
    CLOCK_AHEAD_MS: String(clockAheadMs),
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...settings,
  })
}

function errorsOf({ stdout }: ReturnType<typeof spawnPortal>): string[] {
  const errors: string[] = []
  createInterface(stdout).on('line', (line) => line.includes('"level":"error"') && errors.push(line))
  return errors
}

export function dataFolder(folder: string): string {
  return join(folder, 'data')
}
