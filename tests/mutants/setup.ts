/** Before each test file: sets the omitted condition. After it: stores the conditions that it met. */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, expect } from 'vitest'
import { MET_FILE, ORDER_FILE } from './files.ts'
import { state } from './skip.ts'

/** Without a condition a test may loop forever, and block timers. */
const LIMIT_MS = 90_000

const startedAt = performance.now()
const now = state()
now.left = readFileSync(ORDER_FILE, 'utf8') || undefined
now.met.clear()
const kill = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${LIMIT_MS})`
const watch = now.left === undefined ? undefined : new Worker(kill, { eval: true })
watch?.unref()

let failed = false
afterEach(({ task }) => {
  failed ||= task.result?.state === 'fail'
})
afterAll(async () => {
  await watch?.terminate()
  // A test that fails with all conditions in place proves nothing.
  if (failed || now.left !== undefined) return
  const test = relative(process.cwd(), expect.getState().testPath ?? '')
  const ms = Math.round(performance.now() - startedAt)
  appendFileSync(MET_FILE, `${JSON.stringify({ test, ms, met: [...now.met] })}\n`)
})
