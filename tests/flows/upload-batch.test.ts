/** Thousands of files at once: requests and rendering do not grow quadratically. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UploadQueue } from '../../src/islands/parts/documents/UploadQueue.tsx'
import { forgetQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import { closeView, openPlace } from '../../src/lib/stores/documents/view.ts'
import { addUploads } from '../../src/lib/stores/uploads/queue.ts'
import {
  $conflict,
  $queuePause,
  $uploads,
  isEnded,
  type UploadState,
} from '../../src/lib/stores/uploads/state.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'

const MANY = 5000

let lab: Lab
beforeEach(async () => {
  lab = await openLab()
})
afterEach(async () => {
  closeView()
  $uploads.set([])
  forgetQuota()
  await lab.close()
})

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
const folderReads = () => lab.calls.filter((call) => call === `GET ${folder()}`).length
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

test('each file costs the same calls, and the shown folder is not read for each', async () => {
  await openPlace({ kind: 'folder', id: lab.folderId })
  await addAll(['0.pdf'])
  lab.calls.length = 0
  const startMs = performance.now()
  await addAll(Array.from({ length: 20 }, (_, index) => `${index + 1}.pdf`))
  const seconds = Math.ceil((performance.now() - startMs) / 1000)
  expect([...states()]).toEqual(['done'])
  const calls = (call: RegExp) => lab.calls.filter((each) => call.test(each)).length
  expect(calls(/^GET .*sts_not_token$/)).toBe(20)
  expect(calls(/^POST .*document\/files$/)).toBe(20)
  // For the names, and for the view at most once per second.
  expect(folderReads()).toBeLessThanOrEqual(1 + seconds)
})

test('a name taken by a file of the same queue is asked about', async () => {
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

test('of a long queue 50 rows are rendered, and the running ones; the reason for a pause is shown', () => {
  const file = new File(['1'], '材料.pdf')
  const item = (id: number, state: UploadState) => ({
    ...{ id, file, name: file.name, folderId: 1, folderName: '', replaces: undefined },
    state,
  })
  const failed: UploadState = { status: 'failed', text: '上传失败', isFull: false }
  $uploads.set([
    ...Array.from({ length: MANY - 1 }, (_, id) => item(id, failed)),
    item(MANY, { status: 'uploading', sent: 0 }),
  ])
  const markup = renderToStaticMarkup(createElement(UploadQueue))
  expect(markup.match(/class="upload-row/g)).toHaveLength(51)
  expect(markup).toContain('<progress')
  expect(markup).toContain('还有 4,949 个未显示')
  expect(markup).toContain('失败 4,999 个')
  expect(markup).toContain('全部重试')
  expect(markup).not.toContain('继续上传')
  $queuePause.set({ why: 'often', text: '请稍后再试' })
  expect(renderToStaticMarkup(createElement(UploadQueue))).toMatch(/请稍后再试.*继续上传/)
  $queuePause.set(null)
})
