import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ended, outputOf, runNode } from './node.ts'

const START_PORTAL = `
  import { spawn } from 'node:child_process'
  import { endingWithUs } from './server/testing/end-with-us.ts'
  spawn(...endingWithUs(process.execPath, ['server/index.ts']), { stdio: 'inherit' })
`

test('a portal ends when the process that started it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ends-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { PORT: '0', OBJECTS_PORT: '0', DATA_DIR: folder }
  const starter = runNode(['--input-type=module', '--eval', START_PORTAL], env)
  await outputOf(starter, /请打开/)
  // Both processes hold the pipe: it closes after the end of both.
  const silent = once(starter.stdout, 'close')
  starter.kill('SIGKILL')
  expect(await ended(starter)).toBe('SIGKILL')
  await silent
})
