/** Serves the last build with the reference backend on an empty data folder. */
import { rmSync } from 'node:fs'
import { CALL_PHONES, DESK_PHONES, E2E_DATA_DIR, E2E_PORT } from './server.ts'

rmSync(E2E_DATA_DIR, { recursive: true, force: true })
process.env['DATA_DIR'] = E2E_DATA_DIR
// A phone gets a code a minute: tests that run side by side log in as different operators.
process.env['OPERATOR_PHONES'] = [...CALL_PHONES, ...DESK_PHONES].join(',')
process.env['PORT'] = String(E2E_PORT)
await import('../../../server/index.ts')
