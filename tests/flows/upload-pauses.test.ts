import { beforeEach, describe, expect, test, vi } from 'vitest'
import { $isQuotaFull } from '../../src/lib/stores/documents/storage-quota.ts'
import { $companyId, LOGIN_IN } from '../../src/lib/stores/session.ts'
import { addUploads, resumeQueue } from '../../src/lib/stores/uploads/queue.ts'
import { $queuePause, $uploadNotice, $uploads, isEnded } from '../../src/lib/stores/uploads/state.ts'
import { lab, openLabForEach } from './support/lab.ts'

const TOKEN = 'GET /main/api/v1/sts_not_token'

openLabForEach()
beforeEach(async () => {
  $companyId.set(lab.companyId)
})

const add = (...names: string[]) =>
  addUploads(names.map((name) => ({ file: new File(['1'], name), folderId: lab.folderId, folderName: '' })))
const states = () => $uploads.get().map(({ state }) => state.status)
const held = () => vi.waitFor(() => expect($queuePause.get()).not.toBeNull(), 90_000)
const through = () => vi.waitFor(() => expect($uploads.get().every(isEnded)).toBe(true), 90_000)
const asked = () => lab.calls.filter((call) => call === TOKEN).length
const refusing = (code: number, fields = {}) => Response.json({ code, message: '不行', ...fields })
const logIn = (company_id = lab.companyId) => LOGIN_IN({ id: 1, name: '', company_id, role: 'company' })

describe.each([
  ['the session has ended', 'login', 401, {}, logIn],
  ['the server has been asked too often', 'often', 429, {}, resumeQueue],
] as const)('when %s', (_, why, code, fields, resume) => {
  test('one call reveals it, all files wait, and all continue afterwards', async () => {
    lab.chooseCall = (call) => (call === TOKEN ? refusing(code, fields) : undefined)
    add('1.pdf', '2.pdf', '3.pdf')
    await held()
    expect([$queuePause.get()?.why, states(), asked()]).toEqual([why, ['queued', 'queued', 'queued'], 1])
    lab.chooseCall = () => undefined
    resume()
    await through()
    expect([$queuePause.get(), states()]).toEqual([null, ['done', 'done', 'done']])
    expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 3, reservedBytes: 0 })
  })
})

test('with full storage, one file reports it, and the others wait for the person', async () => {
  lab.chooseCall = (call) => (call === TOKEN ? refusing(400, { overflow: true }) : undefined)
  add('1.pdf', '2.pdf', '3.pdf')
  await held()
  expect([states(), asked(), $isQuotaFull.get()]).toEqual([['failed', 'queued', 'queued'], 1, true])
  lab.chooseCall = () => undefined
  resumeQueue()
  await through()
  expect([$queuePause.get(), states()]).toEqual([null, ['failed', 'done', 'done']])
})

test('success is told once, after the last one; a failure at once, and then no success', async () => {
  const said: unknown[] = []
  const stop = $uploadNotice.listen((notice) => said.push(notice?.text))
  add('1.pdf', '2.pdf')
  await through()
  add('空.pdf')
  addUploads([{ file: new File([], '坏.pdf'), folderId: lab.folderId, folderName: '' }])
  await through()
  stop()
  expect(said).toEqual(['上传成功', '上传失败'])
})
