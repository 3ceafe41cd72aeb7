import { expect, test } from 'vitest'
import { readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { $keptUploads, dropKeptUpload, loadKeptUploads } from '../../src/lib/stores/uploads/broken-off.ts'
import { dismissUpload } from '../../src/lib/stores/uploads/queue.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

const NAME = '材料.bin'
const ELSEWHERE = { status: 'waiting', sent: 0, text: '同名文件正在另一个页面上传，完成后自动继续' }

openLabForEach()

/** As if another page sent this file. @returns ends it, or closes that page */
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

test('the second waits, is told why, and goes on when the first is through', async () => {
  const end = await sendElsewhere(lab.folderId)
  const id = begin(lab, NAME)
  await uploadsOf(id).toEqual(ELSEWHERE)
  expect(lab.calls).toEqual([])
  end()
  expect((await ended(id)).state.status).toBe('done')
})

test('what another page goes on with is not offered here, and is not given up here', async () => {
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
  stop()
})

test('what was broken off is given up on demand, and leaves nothing', async () => {
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
