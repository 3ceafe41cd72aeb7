/** What stops a whole queue of uploads: nothing of it fails or is lost, and it goes on when that is over. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { $isQuotaFull, refreshQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import { $companyId, LOGIN_IN } from '../../src/lib/stores/session.ts'
import { addUploads, resumeQueue } from '../../src/lib/stores/uploads/queue.ts'
import { $queuePause, $uploads, isEnded } from '../../src/lib/stores/uploads/state.ts'
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

test('with full storage, one file reports it, the others wait and continue when there is more', async () => {
  lab.chooseCall = (call) => (call === TOKEN ? refusing(400, { overflow: true }) : undefined)
  add('1.pdf', '2.pdf', '3.pdf')
  await held()
  expect([states(), asked(), $isQuotaFull.get()]).toEqual([['failed', 'queued', 'queued'], 1, true])
  await refreshQuota()
  expect(asked()).toBe(1)
  const guide = { company_id: lab.companyId, privilege: levelOf(4096), company_privilege: NOTHING_USED }
  lab.chooseCall = (call) =>
    call.endsWith('/company/guide') ? Response.json({ code: 200, result: guide }) : undefined
  tellFromElsewhere()
  await through()
  expect([$queuePause.get(), states()]).toEqual([null, ['failed', 'done', 'done']])
})

/** Another page of this browser has freed storage. This one shows no documents. */
function tellFromElsewhere(): void {
  const channel = new BroadcastChannel('documents')
  channel.postMessage(0)
  channel.close()
}

const NOTHING_USED = { file_storage: 0, file_storage_reserved: 0 }
const levelOf = (limit: number) => ({ level: 1, name: '', privileges: [{ name: 'file_storage', limit }] })
