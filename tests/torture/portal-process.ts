import { join } from 'node:path'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'

const HURRY = new URL('./hurry.ts', import.meta.url).href

export interface PortalOptions {
  clockAheadMs?: number
  settings?: Record<string, string>
}

export type PortalProcess = Awaited<ReturnType<typeof startPortal>>

export async function startPortal(folder: string, options: PortalOptions = {}) {
  const beginMs = performance.now()
  const child = spawnPortal(folder, options)
  const [, origin = ''] = await outputOf(child, /请打开：(\S+)/)
  return {
    origin,
    startMs: performance.now() - beginMs,
    kill: () => child.kill('SIGKILL'),
    stop: () => child.kill('SIGTERM'),
    isKilled: () => child.killed,
    ended: () => ended(child),
  }
}

function spawnPortal(folder: string, options: PortalOptions) {
  const { clockAheadMs = 0, settings = {} } = options
  return runNode(['--import', HURRY, 'server/index.ts'], {
    PORT: '0',
    OBJECTS_PORT: '0',
    DATA_DIR: dataFolder(folder),
    DIST_DIR: join(folder, 'dist'),
    TRUSTED_PROXY_HOPS: '1',
    CLOCK_AHEAD_MS: String(clockAheadMs),
    ...settings,
  })
}

export function dataFolder(folder: string): string {
  return join(folder, 'data')
}
