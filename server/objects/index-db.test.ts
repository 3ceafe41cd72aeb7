import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { QUICK_FOLDER } from './testing/quick-folder.ts'

const PROCESSES = 3
const ROUNDS = 100

/** Opens one index after another, each at the same moment as the other workers. */
const OPENER = `
  const { parentPort, workerData: { folder, arrived, module } } = require('node:worker_threads')
  import(module).then(({ openIndex }) => {
    const failures = []
    for (let round = 1; round <= ${ROUNDS}; round += 1) {
      Atomics.add(arrived, 0, 1)
      while (Atomics.load(arrived, 0) < round * ${PROCESSES});
      try {
        openIndex(folder + '/' + round, { documents: 'private' }).close()
      } catch (error) {
        failures.push(String(error))
      }
    }
    parentPort.postMessage(failures)
  })`

test('processes that begin on an empty folder at once all open the index', async () => {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'index-'))
  const arrived = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { folder, arrived, module: new URL('./index-db.ts', import.meta.url).href }
  const failures = await Promise.all(
    Array.from({ length: PROCESSES }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>()
      new Worker(OPENER, { eval: true, workerData }).on('message', resolve).on('error', reject)
      return promise
    }),
  )
  expect(failures.flat()).toEqual([])
  rmSync(folder, { recursive: true })
})
