import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { outboxPath, smsOutbox } from './gateway.ts'

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

test('after a day a line is gone, and one that was cut off does no harm', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'outbox-'))
  let nowMs = 0
  const outbox = smsOutbox(
    dataDir,
    () => {},
    () => nowMs,
  )
  const phones = async () =>
    [...(await readFile(outboxPath(dataDir), 'utf8')).matchAll(/1380000000\d/g)].map(String)
  await outbox.send('13800000001', '012345')
  await appendFile(outboxPath(dataDir), '{"phone":"138000\n')
  nowMs = DAY_MS - 1
  await outbox.send('13800000002', '678901')
  expect(await phones()).toEqual(['13800000001', '13800000002'])
  nowMs = DAY_MS
  await outbox.send('13800000003', '234567')
  expect(await phones()).toEqual(['13800000002', '13800000003'])
  await rm(dataDir, { recursive: true })
})
