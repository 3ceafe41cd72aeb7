import { afterEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { forgetPerson } from '../../src/lib/browser/kept/forget-person.ts'
import { readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { changeFile } from '../../src/lib/contract/documents/document-file.ts'
import { addUploads, stopUpload } from '../../src/lib/stores/uploads/queue.ts'
import {
  $conflict,
  $uploadNotice,
  $uploads,
  findUpload,
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

function cancelAt(call: string, id: () => number, fault?: 'lose answer'): void {
  let isCancelled = false
  lab.chooseCall = (asked) => {
    if (asked !== call || isCancelled) return undefined
    isCancelled = true
    stopUpload(id())
    return fault
  }
}

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
})

test('cancelled while the server has faults: it is said to go later', async () => {
  lab.chooseCall = (call) => (call === GIVE_UP ? 'fault' : undefined)
  const id = add(fileOf(12 * MB))
  await until(id, 'uploading')
  await stopUpload(id)
  expect(findUpload(id)?.state).toEqual({ status: 'cancelled', how: 'later' })
  expect((await lab.leftovers()).reservedBytes).toBe(12 * MB)
  expect(readKeptUploads()).toEqual([])
})

describe("a company's running uploads", () => {
  test('are forgotten at the logout', async () => {
    await failed()
    forgetPerson()
    expect(localStorage.getItem('uploads')).toBeNull()
  })
})

describe('a cancellation that takes longer than 5 seconds', () => {
  afterEach(() => vi.useRealTimers())

  function hold() {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    lab.chooseCall = (call) => {
      if (call !== GIVE_UP) return undefined
      asked.resolve()
      return held.promise
    }
    return { asked: asked.promise, release: held.resolve }
  }

  async function press(cancel: () => void, asked: Promise<void>, ms: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cancel()
    await asked
    await vi.advanceTimersByTimeAsync(ms)
  }

  test('shows it, and lets the next file start; its own end is reported when it arrives', async () => {
    const said: unknown[] = []
    const stop = $uploadNotice.listen((notice) => said.push(notice?.text))
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
})
