import { afterEach, expect, test, vi } from 'vitest'
import { logToStdout } from './log.ts'

afterEach(() => vi.restoreAllMocks())

test('an entry that is no JSON is named, and takes none of the others with it', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  logToStdout({ level: 'info', event: 'before', size: 1 })
  logToStdout({ level: 'info', event: 'odd', size: 1n })
  logToStdout({ level: 'info', event: 'after' })
  const lines = write.mock.calls.join('').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'before', size: 1 },
    { level: 'error', event: 'odd', error: expect.stringContaining('BigInt') },
    { event: 'after' },
  ])
})
