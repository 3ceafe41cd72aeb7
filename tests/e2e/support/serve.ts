/** Serves the last build with the reference backend on an empty data folder. */
import { rmSync } from 'node:fs'
import { E2E_DATA_DIR, E2E_PORT } from './server.ts'

rmSync(E2E_DATA_DIR, { recursive: true, force: true })
process.env['DATA_DIR'] = E2E_DATA_DIR
process.env['PORT'] = String(E2E_PORT)
await import('../../../server/index.ts')
