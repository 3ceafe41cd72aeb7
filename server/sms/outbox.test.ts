import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outboxPath, smsOutbox } from './outbox.ts'

test('each code is one line in a file for the owner only, and one line on the terminal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  const dataDir = join(folder, 'new')
  const lines: string[] = []
  const outbox = smsOutbox(
    dataDir,
    (line) => lines.push(line),
    () => 0,
  )
  await outbox.send('13800000001', '012345')
  await outbox.send('13800000002', '678901')
  const written = (await readFile(outboxPath(dataDir), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sent_at = '1970-01-01T00:00:00.000Z'
  expect(written).toEqual([
    { phone: '13800000001', code: '012345', sent_at },
    { phone: '13800000002', code: '678901', sent_at },
  ])
  expect((await stat(outboxPath(dataDir))).mode & 0o777).toBe(0o600)
  expect(lines[0]).toContain('012345')
  expect(lines).toHaveLength(2)
  await rm(folder, { recursive: true })
})
