/** Uploads with one name into one folder by two pages of a browser: one at a time, without disturbing each other. */
import { expect, test } from 'vitest'
import { readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { $keptUploads, dropKeptUpload, loadKeptUploads } from '../../src/lib/stores/uploads/broken-off.ts'
import { dismissUpload, stopUpload } from '../../src/lib/stores/uploads/queue.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

const NAME = '材料.bin'
const ELSEWHERE = { status: 'waiting', sent: 0, text: '同名文件正在另一个页面上传，完成后自动继续' }

openLabForEach()

/** As if another page uploaded this file. @returns a function that ends it, or closes that page */
async function sendElsewhere(folderId: number): Promise<() => void> {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  await new Promise<void>((isHeld) => {
    navigator.locks.request(`upload:${folderId}:${NAME}`, {}, () => {
      isHeld()
      return end
    })
  })
  return resolve
}

const stateOf = (id: number) => $uploads.get().find((item) => item.id === id)?.state
const uploadsOf = (id: number) => expect.poll(() => stateOf(id))

test('the second waits with the reason, and continues after the first', async () => {
  const end = await sendElsewhere(lab.folderId)
  const id = begin(lab, NAME)
  await uploadsOf(id).toEqual(ELSEWHERE)
  expect(lab.calls).toEqual([])
  end()
  expect((await ended(id)).state.status).toBe('done')
})

test('a waiting upload can be cancelled', async () => {
  await sendElsewhere(lab.folderId)
  const id = begin(lab, NAME)
  await uploadsOf(id).toEqual(ELSEWHERE)
  await stopUpload(id)
  expect([stateOf(id)?.status, lab.calls]).toEqual(['cancelled', []])
})

test('into another folder it goes at once', async () => {
  await sendElsewhere(lab.folderId + 1)
  expect((await ended(begin(lab, NAME))).state.status).toBe('done')
})

test('an upload that another page continues is neither offered nor abandoned here', async () => {
  lab.proxy.choose = () => ({ kind: 'answer', status: 503, code: 'ServiceUnavailable' })
  const id = begin(lab, NAME)
  expect((await ended(id)).state.status).toBe('failed')
  const [kept] = readKeptUploads()
  const end = await sendElsewhere(lab.folderId)
  if (kept) await dropKeptUpload(kept)
  dismissUpload(id)
  const stop = loadKeptUploads()
  await navigator.locks.query()
  expect([$keptUploads.get(), readKeptUploads()]).toEqual([[], [kept]])
  end()
  await expect.poll(() => $keptUploads.get()).toEqual([kept])
  stop()
})

test('an interrupted upload is abandoned on demand, and leaves nothing', async () => {
  lab.proxy.choose = () => ({ kind: 'answer', status: 503, code: 'ServiceUnavailable' })
  const id = begin(lab, NAME)
  await ended(id)
  expect((await lab.leftovers()).reservedBytes).toBe(12_000_000)
  lab.proxy.choose = () => undefined
  const [kept] = readKeptUploads()
  if (kept) await dropKeptUpload(kept)
  expect(readKeptUploads()).toEqual([])
  expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 })
})
