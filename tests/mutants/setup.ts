/** Before each test file: which condition is left out. After it: which ones it has met. */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, expect } from 'vitest'
import { MET_FILE, ORDER_FILE } from './files.ts'
import { state } from './skip.ts'

/** A missing condition may keep a test busy for ever, without giving a timer its turn. */
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
  // What fails with all conditions in place can miss none.
  if (failed || now.left !== undefined) return
  const test = relative(process.cwd(), expect.getState().testPath ?? '')
  const ms = Math.round(performance.now() - startedAt)
  appendFileSync(MET_FILE, `${JSON.stringify({ test, ms, met: [...now.met] })}\n`)
})
