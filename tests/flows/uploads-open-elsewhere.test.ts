/** Storage reserved by another device's upload can be released here. */
import { expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { forgetUpload, readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { cancelUpload } from '../../src/lib/contract/documents/storage.ts'
import { refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import {
  $keptUploads,
  $openElsewhere,
  dropOpenElsewhere,
  loadKeptUploads,
} from '../../src/lib/stores/uploads/broken-off.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { fileOf, uploadInto } from './support/upload.ts'

const MB = 1024 ** 2

openLabForEach()

async function breakOff(): Promise<() => void> {
  lab.proxy.choose = ({ method }) =>
    method === 'PUT' ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  await uploadInto(lab, fileOf(MB))
  return loadKeptUploads()
}

test("another device's interrupted upload is shown with its size, and abandoned", async () => {
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

test('an upload abandoned on another device is not offered on the one that began it', async () => {
  const stop = await breakOff()
  const [kept] = readKeptUploads()
  $keptUploads.set(readKeptUploads())
  await ask(cancelUpload, { body: { key: kept?.prefix ?? '' } })
  await refreshQuota()
  await vi.waitFor(() => expect(readKeptUploads()).toEqual([]), 90_000)
  expect($keptUploads.get()).toEqual([])
  stop()
})
