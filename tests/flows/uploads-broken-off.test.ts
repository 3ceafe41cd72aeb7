/** Uploads that are broken off, or go up on another page of this browser. */
import { expect, test } from 'vitest'
import { keepUpload, readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { $keptUploads, dropKeptUpload, loadKeptUploads } from '../../src/lib/stores/uploads/broken-off.ts'
import { dismissUpload, retryUpload } from '../../src/lib/stores/uploads/queue.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { fileOf, uploadInto } from './support/upload.ts'

const MB = 1024 ** 2
const NAME = '材料.bin'
const ELSEWHERE = { status: 'waiting', sent: 0, text: '同名文件正在另一个页面上传，完成后自动继续' }

openLabForEach()

const HOUR_MS = 3_600_000
const isOld = (kept: { savedAt: number }) => Date.now() - kept.savedAt > HOUR_MS
/** As if it had been opened most of a day ago. */
const age = () => {
  for (const kept of readKeptUploads()) keepUpload({ ...kept, savedAt: Date.now() - 23 * HOUR_MS })
}

test('an upload that resumes is kept for a day from its opening, as on the server', async () => {
  lab.proxy.choose = ({ method }) =>
    method === 'PUT' ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  const { id } = await uploadInto(lab, fileOf(MB))
  age()
  retryUpload(id)
  expect((await ended(id)).state.status).toBe('failed')
  expect(readKeptUploads().map(isOld)).toEqual([true])
})

test('new credentials do not extend it', async () => {
  const old: boolean[] = []
  let first: unknown
  lab.changeToken = (token) => {
    first ??= token['OSSAccessKeyId']
  }
  lab.proxy.choose = ({ method }, { authorization = '' }) => {
    if (method !== 'PUT') return undefined
    const isFirst = authorization.includes(String(first))
    if (isFirst) age()
    else old.push(...readKeptUploads().map(isOld))
    return isFirst ? { kind: 'answer', status: 403, code: 'SecurityTokenExpired' } : undefined
  }
  expect((await uploadInto(lab, fileOf(MB))).state.status).toBe('done')
  expect(old).toEqual([true])
  expect(readKeptUploads()).toEqual([])
})

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
