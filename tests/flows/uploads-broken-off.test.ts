/** How long an interrupted upload can resume. */
import { expect, test } from 'vitest'
import { keepUpload, readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { retryUpload } from '../../src/lib/stores/uploads/queue.ts'
import { ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { fileOf, uploadInto } from './support/upload.ts'

const MB = 1024 ** 2

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
