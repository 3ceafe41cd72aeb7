import { describe, expect, test, vi } from 'vitest'
import {
  $coming,
  $papers,
  bringAgain,
  bringPapers,
  dropComing,
  troubleComing,
} from '../../src/lib/stores/declare/materials.ts'
import { $picker } from '../../src/lib/stores/documents/picker.ts'
import { LOGIN_IN } from '../../src/lib/stores/session.ts'
import { uploadOne } from '../../src/lib/stores/uploads/choice.ts'
import { addUploads, retryUpload, stopUpload } from '../../src/lib/stores/uploads/queue.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { fileOf, uploadInto } from './support/upload.ts'

const MB = 1024 ** 2
const PART = 10_240_000

openLabForEach()

const upload = (file: File) => uploadInto(lab, file)
const partsSent = () => lab.proxy.log.filter(({ method }) => method === 'PUT')

test('a file is uploaded in parts of 10,240,000 bytes and registered', async () => {
  const { state } = await upload(fileOf(25 * MB))
  expect(state).toMatchObject({ status: 'done', file: { local_name: '材料.pdf', size: 25 * MB } })
  expect(
    partsSent()
      .map(({ bytes }) => bytes)
      .sort((a, b) => b - a),
  ).toEqual([PART, PART, 25 * MB - 2 * PART])
  expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 1, reservedBytes: 0 })
})

test('in the picker, a file that is no PDF is reported before anything is sent; the documents accept it', async () => {
  const upload = () => uploadOne({ files: [{ file: fileOf(10, '假.pdf'), folders: [] }], folders: [] })
  $picker.set({ status: 'open', limit: 1, accept: [], picked: [] })
  expect(await upload()).toBe('“假.pdf”的内容不是 PDF 文件，请检查后重新选择')
  expect([$uploads.get(), lab.calls]).toEqual([[], []])
  $picker.set({ status: 'closed' })
  expect(await upload()).toBeUndefined()
  const [taken] = $uploads.get()
  expect((await ended(taken?.id ?? 0)).state.status).toBe('done')
})

test('a file that exceeds the storage is refused before the first byte', async () => {
  const large = fileOf(10)
  Object.defineProperty(large, 'size', { value: 5 * 1024 ** 3 })
  const { state } = await upload(large)
  expect(state).toEqual({ status: 'failed', text: '企业文件存储空间不足，请升级企业等级', isFull: true })
  expect(lab.proxy.log).toEqual([])
})

test('a file that is gone is reported, and leaves nothing behind', async () => {
  const file = fileOf(15 * MB)
  const slice = file.slice.bind(file)
  const gone = () => Promise.reject(new DOMException('', 'NotReadableError'))
  file.slice = (start = 0, end) => {
    const blob = slice(start, end)
    if (start !== PART) return blob
    const stream = () => new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    return Object.assign(blob, { stream, slice: () => Object.assign(new Blob(), { arrayBuffer: gone }) })
  }
  const { state } = await upload(file)
  expect(state).toMatchObject({ status: 'failed', text: '文件已被修改、移动或删除，请重新选择这个文件' })
  expect(await lab.leftovers()).toEqual(NOTHING)
})

describe('network faults', () => {
  test('an interruption in the middle of a part: only that part is sent again', async () => {
    let cuts = 0
    lab.proxy.choose = ({ target }) =>
      target.includes('partNumber=2') && cuts++ === 0 ? { kind: 'cut', afterBytes: MB } : undefined
    const { state } = await upload(fileOf(12 * MB))
    expect(state.status).toBe('done')
    expect(partsSent().filter(({ target }) => target.includes('partNumber=2'))).toHaveLength(2)
    expect(partsSent()).toHaveLength(3)
  })

  test('an answer to the completion that is lost: the object is looked at, nothing is sent again', async () => {
    loseOnce(/POST .*\?uploadId=/)
    expect((await upload(fileOf(12 * MB))).state.status).toBe('done')
    expect(partsSent()).toHaveLength(2)
    expect(await lab.leftovers()).toEqual({ ...NOTHING, objects: 1 })
  })

  test('an answer to the entry that is lost: the file is there once', async () => {
    failOnce('POST /startup/api/v1/document/files', 'lose answer')
    expect((await upload(fileOf(MB))).state).toMatchObject({
      status: 'done',
      file: { local_name: '材料.pdf' },
    })
    expect(lab.calls.filter((call) => call.endsWith('/document/files'))).toHaveLength(2)
  })

  test('a byte that is turned on its way is found, and the part sent again', async () => {
    let flips = 0
    lab.proxy.choose = ({ target }) =>
      target.includes('partNumber=2') && flips++ === 0 ? { kind: 'flip', atByte: 1_234_567 } : undefined
    expect((await upload(fileOf(12 * MB))).state.status).toBe('done')
    expect(partsSent()).toHaveLength(3)
  })
})

describe.each([
  ['token', 'GET /main/api/v1/sts_not_token', undefined],
  ['init', undefined, /POST .*\?uploads/],
  ['part', undefined, /PUT /],
  ['complete', undefined, /POST .*\?uploadId/],
  ['record', 'POST /startup/api/v1/document/files', undefined],
] as const)('a server that is down at the step %s', (_step, call, target) => {
  test('is reported, and a retry resumes from there', async () => {
    let isDown = true
    lab.chooseCall = (asked) => (isDown && asked === call ? 'fault' : undefined)
    lab.proxy.choose = (passed) =>
      isDown && target?.test(`${passed.method} ${passed.target}`)
        ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' }
        : undefined
    const { id, state } = await upload(fileOf(15 * MB))
    expect(state).toMatchObject({ status: 'failed', text: expect.stringMatching(/^上传失败：.*请稍后重试$/) })
    isDown = false
    const before = lab.proxy.log.filter(({ method, status }) => method === 'PUT' && status === 200).length
    retryUpload(id)
    expect((await ended(id)).state.status).toBe('done')
    const sent = lab.proxy.log.filter(({ method, status }) => method === 'PUT' && status === 200).length
    expect(sent).toBe(2)
    expect([0, 2]).toContain(before)
    expect(await lab.leftovers()).toEqual({ ...NOTHING, objects: 1 })
  })
})

describe('keys', () => {
  test('expired credentials are renewed once for all parts, and no finished part is sent again', async () => {
    let first: unknown
    lab.changeToken = (token) => {
      first ??= token['OSSAccessKeyId']
    }
    lab.proxy.choose = (_, { authorization = '' }) => {
      const isOver = partsSent().filter(({ status }) => status === 200).length >= 2
      const isFirst = authorization.includes(String(first))
      return isOver && isFirst ? { kind: 'answer', status: 403, code: 'SecurityTokenExpired' } : undefined
    }
    expect((await upload(fileOf(35 * MB))).state.status).toBe('done')
    expect(lab.calls.filter((call) => call.endsWith('/sts_not_token'))).toHaveLength(2)
    const finished = partsSent().filter(({ status }) => status === 200)
    expect(finished).toHaveLength(4)
  })
})

describe('cancelling', () => {
  test('when the answer with the credentials was lost leaves no reservation', async () => {
    lab.chooseCall = (call) => (call === 'GET /main/api/v1/sts_not_token' ? 'lose answer' : undefined)
    const [id = 0] = addUploads([{ file: fileOf(12 * MB), folderId: lab.folderId, folderName: '' }])
    await untilState(id, 'waiting')
    expect((await lab.leftovers()).reservedBytes).toBe(12 * MB)
    await stopUpload(id)
    expect((await ended(id)).state.status).toBe('cancelled')
    expect(await lab.leftovers()).toEqual(NOTHING)
  })

  test('leaves no part, no object and no reservation', async () => {
    const [id = 0] = addUploads([{ file: fileOf(12 * MB), folderId: lab.folderId, folderName: '' }])
    await untilState(id, 'uploading')
    await stopUpload(id)
    expect((await ended(id)).state.status).toBe('cancelled')
    expect(await lab.leftovers()).toEqual(NOTHING)
  })
})

const NOTHING = { uploads: 0, objects: 0, reservedBytes: 0 }

function untilState(id: number, status: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = $uploads.subscribe((items) => {
      if (items.find((item) => item.id === id)?.state.status !== status) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

function loseOnce(request: RegExp): void {
  let lost = 0
  lab.proxy.choose = ({ method, target }) =>
    request.test(`${method} ${target}`) && lost++ === 0 ? { kind: 'lose answer' } : undefined
}

function failOnce(call: string, fault: 'lose answer' | 'refuse'): void {
  let failed = 0
  lab.chooseCall = (asked) => (asked === call && failed++ === 0 ? fault : undefined)
}

test('files of the device for a material: documents of the draft once uploaded, retried after a failure, five at most', async () => {
  LOGIN_IN({ id: 1, name: '', company_id: lab.companyId, role: 'company' })
  const bring = (...names: string[]) =>
    bringPapers(
      22,
      '营业执照',
      names.map((name) => fileOf(10, name, '%PDF-1.7')),
    )
  failOnce('POST /startup/api/v1/company/service/files', 'refuse')
  expect(await bring('执照.pdf')).toBeUndefined()
  expect(troubleComing()).toBe('“执照.pdf”还在上传')
  const shown = () => $papers.get().map(({ local_name }) => local_name)
  const coming = () => [...$coming.get()]
  await vi.waitFor(
    () => expect(coming()).toMatchObject([[expect.any(Number), { trouble: expect.any(String) }]]),
    90_000,
  )
  expect(troubleComing()).toMatch(/^“执照.pdf”添加失败：/)
  await bringAgain(coming()[0]?.[0] ?? 0)
  expect(shown()).toEqual(['执照.pdf'])
  expect(troubleComing()).toBeUndefined()

  expect(await bring('')).toBeUndefined()
  const failed = () => $uploads.get().find(({ state }) => state.status === 'failed')
  await vi.waitFor(() => expect(failed()).toBeDefined(), 90_000)
  expect($coming.get().size).toBe(1)
  await dropComing(failed()?.id ?? 0)
  expect($coming.get().size).toBe(0)

  expect(await bring('2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf')).toBe('选择文件的个数不能超过5个！')
  expect(await bring('2.pdf', '3.pdf', '4.pdf', '5.pdf')).toBeUndefined()
  await vi.waitFor(() => expect(shown()).toEqual(['执照.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']), 90_000)
  expect($coming.get().size).toBe(0)
})
