/** The portal as a process that is killed, on data that outlives it. */
import { join } from 'node:path'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'

export type PortalProcess = Awaited<ReturnType<typeof startPortal>>

/** Data goes below `folder`, on free ports of its own. Resolves when the portal says that it can be opened. */
export async function startPortal(folder: string, settings: Record<string, string> = {}) {
  const beginMs = performance.now()
  const child = runNode(['server/index.ts'], {
    PORT: '0',
    OBJECTS_PORT: '0',
    DATA_DIR: dataFolder(folder),
    DIST_DIR: join(folder, 'dist'),
    TRUSTED_PROXY_HOPS: '1',
    ...settings,
  })
  const [, origin = ''] = await outputOf(child, /请打开：(\S+)/)
  return {
    origin,
    startMs: performance.now() - beginMs,
    kill: () => child.kill('SIGKILL'),
    isKilled: () => child.killed,
    ended: () => ended(child),
  }
}

export function dataFolder(folder: string): string {
  return join(folder, 'data')
}
