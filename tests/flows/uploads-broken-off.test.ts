/** Uploads that are broken off, or go up elsewhere: on another page of this browser, on another device. */
import { expect, test, vi } from 'vitest'
import { forgetUpload, readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import {
  $keptUploads,
  $openElsewhere,
  dropKeptUpload,
  dropOpenElsewhere,
  loadKeptUploads,
} from '../../src/lib/stores/uploads/broken-off.ts'
import { dismissUpload } from '../../src/lib/stores/uploads/queue.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { fileOf, uploadInto } from './support/upload.ts'

const MB = 1024 ** 2
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
  await expect.poll(() => $keptUploads.get()).toEqual([kept])
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

async function breakOff(): Promise<() => void> {
  lab.proxy.choose = ({ method }) =>
    method === 'PUT' ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  await uploadInto(lab, fileOf(MB))
  return loadKeptUploads()
}

test('what was broken off on another device is shown with its size, and given up', async () => {
  const stop = await breakOff()
  await refreshQuota()
  await vi.waitFor(() => expect(lab.calls).toContain('GET /main/api/v1/uploads'), 90_000)
  // This device knows it by its name.
  expect($openElsewhere.get()).toEqual([])

  forgetUpload(readKeptUploads()[0]?.prefix ?? '')
  await refreshQuota()
  await vi.waitFor(() => expect($openElsewhere.get()).toMatchObject([{ size: MB }]), 90_000)
  const [upload] = $openElsewhere.get()
  if (!upload) throw new Error('none')
  await dropOpenElsewhere(upload)
  expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 })
  await vi.waitFor(async () => expect(await refreshQuota()).toMatchObject({ reservedBytes: 0 }), 90_000)
  expect($openElsewhere.get()).toEqual([])
  stop()
})
