/** Thousands of files at once: what is asked of the server, and what is drawn, does not grow with their square. */
import { expect, test } from 'vitest'
import { addUploads } from '../../src/lib/stores/uploads/queue.ts'
import { $conflict, $uploads, isEnded } from '../../src/lib/stores/uploads/state.ts'
import { lab, openLabForEach } from './support/lab.ts'

const MANY = 5000

openLabForEach()

function addAll(names: readonly string[]): Promise<void> {
  addUploads(names.map((name) => ({ file: new File(['1'], name), folderId: lab.folderId, folderName: '' })))
  return new Promise((resolve) => {
    const stop = $uploads.subscribe((items) => {
      const last = items.at(-1)
      if (!last || !isEnded(last)) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

const states = () => new Set($uploads.get().map(({ state }) => state.status))
const folder = () => `/startup/api/v1/company/${lab.companyId}/document/${lab.folderId}`

test('names are read once for all files of a folder, and once more before a question', async () => {
  await addAll(['有.pdf'])
  $uploads.set([])
  lab.calls.length = 0
  const stop = $conflict.subscribe((conflict) => conflict?.answer('skip', true))
  await addAll(Array.from({ length: MANY }, () => '有.pdf'))
  stop()
  expect([...states()]).toEqual(['cancelled'])
  expect(lab.calls).toEqual([`GET ${folder()}`])
})

test('a name that a file of the same queue has taken is asked about', async () => {
  const asked: string[] = []
  const stop = $conflict.subscribe((conflict) => {
    if (conflict) asked.push(conflict.name)
    conflict?.answer('keep', false)
  })
  await addAll(['甲.pdf', '乙.pdf', '乙.pdf'])
  stop()
  expect(asked).toEqual(['乙.pdf'])
  expect((await lab.files()).map(({ local_name }) => local_name)).toEqual(['甲.pdf', '乙.pdf', '乙 (1).pdf'])
})
