/** Ends of cancelled, closed and interrupted uploads: nothing stays behind, and nothing is taken from others. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { forgetPerson } from '../../src/lib/browser/kept/forget-person.ts'
import { keepUpload, readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { changeFile } from '../../src/lib/contract/documents/document-file.ts'
import { cancelUpload } from '../../src/lib/contract/documents/storage.ts'
import { refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import {
  $keptUploads,
  $openElsewhere,
  dropOpenElsewhere,
  hasSentSome,
  loadKeptUploads,
} from '../../src/lib/stores/uploads/broken-off.ts'
import { addUploads, dismissUpload, retryUpload, stopUpload } from '../../src/lib/stores/uploads/queue.ts'
import { createUploader } from '../../src/lib/stores/uploads/single.ts'
import {
  $conflict,
  $uploads,
  findUpload,
  noticeTeller,
  type UploadItem,
  type UploadState,
} from '../../src/lib/stores/uploads/state.ts'
import type { Passed } from '../torture/uploads/fault-proxy.ts'
import { ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

const MB = 1024 ** 2
const RECORD = 'POST /startup/api/v1/document/files'
const GIVE_UP = 'POST /main/api/v1/sts_not_token/cancel'
const NOTHING = { uploads: 0, objects: 0, reservedBytes: 0 }
const CLEAN: UploadState = { status: 'cancelled', how: 'clean' }

openLabForEach()

function fileOf(size: number, text = '0'): File {
  return new File([Buffer.alloc(size, text)], '材料.pdf', { lastModified: 1_700_000_000_000 })
}

function add(file: File): number {
  const [id = 0] = addUploads([{ file, folderId: lab.folderId, folderName: '申报材料' }])
  return id
}

/** Resolves when the upload is in this state. */
function until(id: number, status: UploadState['status']): Promise<UploadItem> {
  return new Promise((resolve) => {
    const stop = $uploads.subscribe((items) => {
      const item = items.find((each) => each.id === id)
      if (item?.state.status !== status) return
      queueMicrotask(() => stop())
      resolve(item)
    })
  })
}

const isSecondPart = ({ target }: Passed) => target.includes('partNumber=2')

/** Cancels the upload at the first such call. */
function cancelAt(call: string, id: () => number, fault?: 'lose answer'): void {
  let isCancelled = false
  lab.chooseCall = (asked) => {
    if (asked !== call || isCancelled) return undefined
    isCancelled = true
    stopUpload(id())
    return fault
  }
}

/** A failed upload of 12 MB, after its first part. */
async function failed(): Promise<number> {
  lab.proxy.choose = (passed) =>
    isSecondPart(passed) ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  const id = add(fileOf(12 * MB))
  expect((await ended(id)).state.status).toBe('failed')
  lab.proxy.choose = () => undefined
  return id
}

describe('cancelled during the registration', () => {
  test.each([undefined, 'lose answer'] as const)('it is there, with a message (%s)', async (fault) => {
    let id = 0
    cancelAt(RECORD, () => id, fault)
    id = add(fileOf(MB))
    expect((await ended(id)).state).toMatchObject({ status: 'done', isLate: true })
    expect(await lab.files()).toMatchObject([{ size: MB }])
    expect(await lab.leftovers()).toEqual({ ...NOTHING, objects: 1 })
  })

  test.each([undefined, 'lose answer'] as const)(
    "in place of another, which it has replaced: a message contains that one's validity (%s)",
    async (fault) => {
      await ended(add(fileOf(MB)))
      const stop = $conflict.subscribe((conflict) => conflict?.answer('replace', false))
      const [{ id: fileId = 0 } = {}] = await lab.files()
      await ask(changeFile, { params: { id: fileId }, body: { expires_on: '2027-03-31', report_year: null } })
      let id = 0
      cancelAt(`PUT /startup/api/v1/document/file/${fileId}`, () => id, fault)
      id = add(fileOf(2 * MB))
      expect((await ended(id)).state).toMatchObject({
        status: 'done',
        file: { id: fileId, size: 2 * MB },
        isLate: true,
        lapsed: '有效期至 2027-03-31',
      })
      stop()
    },
  )

  test('in place of another that arrived during the upload: it stays, as the other is gone', async () => {
    await ended(add(new File(['1'], '别名.pdf')))
    const [{ id: fileId = 0 } = {}] = await lab.files()
    let renamed: Promise<unknown> | undefined
    lab.proxy.choose = ({ method }) => {
      if (method === 'PUT')
        renamed ??= ask(changeFile, { params: { id: fileId }, body: { name: '材料.pdf' } })
      return undefined
    }
    const stop = $conflict.subscribe((conflict) => conflict?.answer('replace', false))
    let id = 0
    cancelAt(`PUT /startup/api/v1/document/file/${fileId}`, () => id)
    id = add(fileOf(MB))
    expect((await ended(id)).state).toMatchObject({ status: 'done', isLate: true })
    stop()
    await renamed
    expect(await lab.files()).toMatchObject([{ id: fileId, size: MB }])
  })

  test('nothing is shown any more but its end', async () => {
    const seen: string[] = []
    let id = 0
    const stop = $uploads.subscribe((items) => {
      const status = items.find((item) => item.id === id)?.state.status
      if (status) seen.push(status)
    })
    lab.proxy.choose = ({ target }) => {
      if (target.includes('?uploadId')) stopUpload(id)
      return undefined
    }
    id = add(fileOf(MB))
    await ended(id)
    stop()
    expect(seen.slice(seen.indexOf('cancelling'))).toEqual(['cancelling', 'cancelled'])
  })
})

test("cancelled while the folder's names are read: no question about a name", async () => {
  await ended(add(fileOf(MB)))
  let questions = 0
  const stop = $conflict.listen(() => questions++)
  let id = 0
  cancelAt(`GET /startup/api/v1/company/${lab.companyId}/document/${lab.folderId}`, () => id)
  id = add(fileOf(2 * MB))
  expect((await ended(id)).state).toEqual(CLEAN)
  stop()
  expect(questions).toBe(0)
})

test('a failed upload has something to lose as long as it can resume', async () => {
  const id = await failed()
  const [item] = $uploads.get()
  expect(item && hasSentSome(item)).toBe(true)
  dismissUpload(id)
  await vi.waitFor(async () => expect(await lab.leftovers()).toEqual(NOTHING), 90_000)
  expect(item && hasSentSome(item)).toBe(false)
})

describe('a retried upload', () => {
  test('that is cancelled in the queue leaves nothing, with a message', async () => {
    const id = await failed()
    await ended(add(new File(['1'], '别的.pdf')))
    const first = add(new File(['2'], '别的.pdf'))
    await until(first, 'conflict')
    retryUpload(id)
    await stopUpload(id)
    expect(findUpload(id)?.state).toEqual(CLEAN)
    $conflict.get()?.answer('skip', false)
    await ended(first)
    expect(await lab.leftovers()).toEqual({ ...NOTHING, objects: 1 })
  })

  test('that is cancelled before it is read leaves nothing', async () => {
    const id = await failed()
    retryUpload(id)
    await until(id, 'reading')
    await stopUpload(id)
    expect(findUpload(id)?.state).toEqual(CLEAN)
    expect(await lab.leftovers()).toEqual(NOTHING)
  })

  test('whose place has expired begins again, and the old one is removed', async () => {
    const id = await failed()
    const [kept] = readKeptUploads()
    await ask(cancelUpload, { body: { key: kept?.prefix ?? '' } })
    retryUpload(id)
    expect((await ended(id)).state.status).toBe('done')
    expect(readKeptUploads()).toEqual([])
    expect(await lab.leftovers()).toEqual({ ...NOTHING, objects: 1 })
  })
})

describe('the same file, chosen again after it failed', () => {
  test('continues although the failed one is closed meanwhile', async () => {
    const first = await failed()
    const [{ prefix = '' } = {}] = readKeptUploads()
    await ended(add(new File(['1'], '别的.pdf')))
    const other = add(new File(['2'], '别的.pdf'))
    await until(other, 'conflict')
    const second = add(fileOf(12 * MB))
    dismissUpload(first)
    $conflict.get()?.answer('skip', false)
    const file = { hash_name: expect.stringContaining(prefix) }
    expect((await ended(second)).state).toMatchObject({ status: 'done', file })
  })
})

test('cancelled during server errors: the removal is announced for later, and possible at once', async () => {
  lab.chooseCall = (call) => (call === GIVE_UP ? 'fault' : undefined)
  const id = add(fileOf(12 * MB))
  await until(id, 'uploading')
  await stopUpload(id)
  expect(findUpload(id)?.state).toEqual({ status: 'cancelled', how: 'later' })
  expect((await lab.leftovers()).reservedBytes).toBe(12 * MB)
  expect(readKeptUploads()).toEqual([])
  lab.chooseCall = () => undefined
  await dropAll()
  expect(await lab.leftovers()).toEqual(NOTHING)
})

/** As in the list of other devices' uploads. */
async function dropAll(): Promise<void> {
  await refreshQuota()
  const stop = loadKeptUploads()
  await vi.waitFor(() => expect($openElsewhere.get()).toHaveLength(1), 90_000)
  for (const upload of $openElsewhere.get()) await dropOpenElsewhere(upload)
  stop()
}

describe("a company's running uploads", () => {
  test('are hidden from another company on the same device, and not closed by it', async () => {
    await failed()
    const [kept] = readKeptUploads()
    $uploads.set([])
    if (kept) keepUpload({ ...kept, companyId: kept.companyId + 1 })
    const stop = loadKeptUploads()
    await navigator.locks.query()
    expect($keptUploads.get()).toEqual([])
    if (kept) keepUpload(kept)
    $uploads.set([])
    await vi.waitFor(() => expect($keptUploads.get()).toEqual([kept]), 90_000)
    stop()
  })

  test('are removed at the logout, and abandoned when the company returns', async () => {
    await failed()
    forgetPerson()
    $uploads.set([])
    expect(localStorage.getItem('uploads')).toBeNull()
    await dropAll()
    expect(await lab.leftovers()).toEqual(NOTHING)
  })

  test('cannot resume after a day, and are not offered any more', async () => {
    await failed()
    const [kept] = readKeptUploads()
    if (kept) keepUpload({ ...kept, savedAt: Date.now() - 24 * 3_600_000 })
    expect(readKeptUploads()).toEqual([])
  })
})

describe('a cancellation that takes longer than 5 seconds', () => {
  afterEach(() => vi.useRealTimers())

  /** The server does not answer the cancellation until then. */
  function hold() {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    lab.chooseCall = (call) => {
      if (call !== GIVE_UP) return undefined
      asked.resolve()
      return held.promise
    }
    return { asked: asked.promise, release: held.resolve }
  }

  /** Presses 取消 and advances the clock. */
  async function press(cancel: () => void, asked: Promise<void>, ms: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cancel()
    await asked
    await vi.advanceTimersByTimeAsync(ms)
  }

  test('shows it, and lets the next file start; its own end is reported when it arrives', async () => {
    const said: unknown[] = []
    const tell = noticeTeller($uploads.get())
    const stop = $uploads.listen((uploads) => said.push(tell(uploads)))
    const { asked, release } = hold()
    const id = add(fileOf(12 * MB))
    await until(id, 'uploading')
    await press(() => stopUpload(id), asked, 5000)
    vi.useRealTimers()
    expect(findUpload(id)?.state).toEqual({ status: 'cancelled', how: 'slow' })
    expect(said.at(-1)).toBe('取消仍在进行，您可以继续其他操作')
    const [other = 0] = addUploads([
      { file: new File(['1'], '别的.txt'), folderId: lab.folderId, folderName: '' },
    ])
    expect((await ended(other)).state.status).toBe('done')
    release()
    await vi.waitFor(() => expect(findUpload(id)?.state).toEqual(CLEAN), 90_000)
    expect(said.at(-1)).toBe('取消成功!')
    stop()
    expect(await lab.leftovers()).toEqual({ ...NOTHING, objects: 1 })
  })

  test('shows nothing before', async () => {
    const { asked, release } = hold()
    const id = add(fileOf(12 * MB))
    await until(id, 'uploading')
    await press(() => stopUpload(id), asked, 4999)
    expect(findUpload(id)?.state.status).toBe('cancelling')
    release()
    expect((await ended(id)).state).toEqual(CLEAN)
  })

  test('frees the chat for another file as well', async () => {
    const { asked, release } = hold()
    const uploader = createUploader<'chat'>(String)
    const file = new File([Buffer.alloc(12 * MB)], '录像.bin')
    const upload = uploader.upload(file, 'chat', lab.companyId).catch((error: unknown) => error)
    await vi.waitFor(() => expect(lab.calls).not.toEqual([]), { interval: 1, timeout: 90_000 })
    await press(uploader.cancel, asked, 5000)
    expect(await upload).toMatchObject({ message: '取消仍在进行，您可以继续其他操作', end: 'cancelled' })
    expect(uploader.$state.get().status).toBe('idle')
    release()
  })
})
