/** Files of a form on their way up: begun by the login, stopped when they are not wanted. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { checkSession } from '../../src/lib/contract/account/customer.ts'
import { readFormDraft } from '../../src/lib/contract/orders/form-draft.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'
import { type FormPage, openFormPage, TEXTS, type } from './support/form-page.ts'
import { until } from './support/visitor.ts'

const MB = 1024 ** 2
const LATER = '2030-01-01T00:00:00.000Z'
const SLOT = '近 12 个月银行流水'

let lab: Lab
let page: FormPage
beforeEach(async () => {
  lab = await openLab()
  page = await openFormPage()
})
afterEach(async () => {
  await page.uploadPendingFiles()
  // A saving that waits for its time would reach the server of the next test.
  await page.saveFormNow()
  await lab.close()
})

const paper = () => new File([Buffer.alloc(MB, '%PDF-1.7 0')], '流水.pdf')
const enter = async () => page.LOGIN_IN((await ask(checkSession, {})).data)
const isEntered = () => lab.calls.includes('POST /startup/api/v1/document/files')

/** The one file of the form, once its bytes are going up. */
async function sending() {
  await enter()
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await until(page.$fileProgress, (all) => Object.values(all).some((each) => each?.status === 'uploading'))
  const [file] = page.typedIn().files
  if (!file) throw new Error('no file')
  return file
}

test('what was chosen before the login goes up as soon as the form knows of it', async () => {
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await enter()
  await page.openForm(page.entry)
  await until(page.$form, () => page.typedIn().files.some(({ hash_name }) => hash_name !== null))
  expect(isEntered()).toBe(true)
})

test('what has come up is in the draft of the account at once, for every device', async () => {
  await enter()
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await page.uploadPendingFiles()
  const { draft } = await ask(readFormDraft, { params: { kind: 'loan' }, query: {} })
  expect(draft?.content.files).toMatchObject([{ slot: SLOT, local_name: '流水.pdf' }])
})

describe('an upload that is not wanted any more', () => {
  afterEach(async () => {
    await page.uploadPendingFiles()
    expect(page.typedIn().files).toEqual([])
    expect(page.$fileProgress.get()).toEqual({})
    expect(isEntered()).toBe(false)
    expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 })
  })

  test('is cancelled', async () => {
    const file = await sending()
    const ended = page.cancelFormUpload(file)
    expect(page.$fileProgress.get()[file.pending_id ?? '']).toEqual({ status: 'cancelling' })
    expect(await ended).toBe('clean')
  })

  test('is taken out of the form while it goes up', async () => {
    page.removeFormFile(await sending())
  })

  test('is gone from the form when its last byte arrives', async () => {
    lab.proxy.choose = ({ method, target }) => {
      if (method === 'POST' && target.includes('?uploadId'))
        page.changeContent(({ texts }) => ({ texts, files: [] }))
      return undefined
    }
    await sending()
  })
})

test('an upload that failed goes on where it was, and leaves no second room taken', async () => {
  await enter()
  await page.openForm(page.entry)
  lab.proxy.choose = ({ method, target }) =>
    method === 'POST' && target.includes('?uploadId')
      ? { kind: 'answer', status: 400, code: 'InvalidArgument' }
      : undefined
  await page.addFiles(SLOT, [new File([Buffer.alloc(25 * MB, '%PDF-1.7 0')], '流水.pdf')])
  await page.uploadPendingFiles()
  expect(Object.values(page.$fileProgress.get())).toMatchObject([{ status: 'failed' }])
  lab.proxy.choose = () => undefined
  await page.uploadPendingFiles()
  expect(page.typedIn().files).toMatchObject([{ pending_id: null }])
  const sent = lab.proxy.log.filter(({ target }) => target.includes('partNumber='))
  expect(sent).toHaveLength(3)
  expect((await lab.leftovers()).reservedBytes).toBe(0)
})

test('an upload that is cancelled while the file is entered leaves it among the documents, which is said', async () => {
  const file = await sending()
  let ended: ReturnType<typeof page.cancelFormUpload> | undefined
  lab.chooseCall = (call) => {
    if (call === 'POST /startup/api/v1/document/files') ended = page.cancelFormUpload(file)
    return undefined
  }
  await page.uploadPendingFiles()
  expect(await ended).toBe('late')
  expect(page.typedIn().files).toEqual([])
})

describe('two files', () => {
  const failing = { kind: 'answer', status: 400, code: 'InvalidArgument' } as const
  const named = (name: string, mb = 1) => new File([Buffer.alloc(mb * MB, '%PDF-1.7 0')], name)
  const stateOf = (name: string) => {
    const file = page.typedIn().files.find(({ local_name }) => local_name === name)
    return file?.pending_id ? page.$fileProgress.get()[file.pending_id]?.status : file && 'stored'
  }

  /** The first has failed, the second is on its way. */
  async function oneFailed() {
    await enter()
    await page.openForm(page.entry)
    lab.proxy.choose = ({ method }) => (method === 'POST' ? failing : undefined)
    await page.addFiles(SLOT, [named('一.pdf')])
    await page.uploadPendingFiles()
    expect(stateOf('一.pdf')).toBe('failed')
    const [file] = page.typedIn().files
    if (!file) throw new Error('no file')
    return file
  }

  test('重试 of one while another goes up has its turn after that', async () => {
    const file = await oneFailed()
    page.typeText('purpose', '采购')
    let retried: Promise<void> | undefined
    lab.proxy.choose = ({ method }) => {
      if (method === 'POST') retried ??= page.retryFormUpload(file)
      return undefined
    }
    await page.addFiles(SLOT, [named('二.pdf')])
    await page.uploadPendingFiles()
    await retried
    expect(['一.pdf', '二.pdf'].map(stateOf)).toEqual(['stored', 'stored'])
  })

  test('a failed one that is taken out gives back what it had sent', async () => {
    await enter()
    await page.openForm(page.entry)
    lab.proxy.choose = ({ method, target }) =>
      method === 'POST' && target.includes('?uploadId') ? failing : undefined
    await page.addFiles(SLOT, [named('大.pdf', 25)])
    await page.uploadPendingFiles()
    expect((await lab.leftovers()).reservedBytes).toBeGreaterThan(0)
    const [file] = page.typedIn().files
    if (file) page.removeFormFile(file)
    await vi.waitFor(
      async () => expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 }),
      90_000,
    )
  })
})

test('what is not handed in keeps no room once the form is', async () => {
  await enter()
  await page.openForm(page.entry)
  type(page)
  for (const name of ['agree_true', 'agree_pass']) page.agree(name, true)
  let failing: string | undefined
  lab.proxy.choose = ({ method, target }) => {
    if (method !== 'POST' || !target.includes('?uploadId')) return undefined
    // Each upload has its own place; the first is that of the file which only another product asks for.
    const place = target.split('?')[0]
    failing ??= place
    return place === failing ? { kind: 'answer', status: 400, code: 'InvalidArgument' } : undefined
  }
  await page.addFiles(SLOT, [paper()])
  await page.uploadPendingFiles()
  expect((await lab.leftovers()).reservedBytes).toBe(MB)
  await page.addFiles('营业执照', [new File([Buffer.alloc(MB, '%PDF-1.7 0')], '执照.pdf')])
  await page.submitForm(page.rules)
  expect(page.$form.get().status).toBe('submitted')
  await vi.waitFor(async () => expect((await lab.leftovers()).reservedBytes).toBe(0), 90_000)
})

test('先不提交 leads back to writing while the file goes up, and nothing is handed in', async () => {
  await enter()
  await page.openForm(page.entry)
  type(page)
  for (const name of ['agree_true', 'agree_pass']) page.agree(name, true)
  let isHeld = false
  lab.proxy.choose = ({ method }) => {
    if (method === 'POST' && page.$form.get().status === 'submitting') {
      page.pauseSubmission()
      isHeld = true
    }
    return undefined
  }
  await page.addFiles('营业执照', [paper()])
  await page.submitForm(page.rules)
  expect(isHeld).toBe(true)
  expect(page.$form.get().status).toBe('writing')
  await page.uploadPendingFiles()
  expect(page.typedIn().files).toMatchObject([{ pending_id: null }])
  expect(lab.calls).not.toContain('POST /customer/api/v1/additional')
  await page.submitForm(page.rules)
  expect(page.$form.get().status).toBe('submitted')
})

describe('what changes while a submission waits for its files', () => {
  const elsewhere = { texts: { ...TEXTS, purpose: '别处写的' }, files: [] }
  const isSent = () => lab.calls.includes('POST /customer/api/v1/additional')

  /** A complete form is handed in; `meanwhile` happens once, as its file goes up. */
  async function submit(meanwhile: () => void): Promise<void> {
    await enter()
    await page.openForm(page.entry)
    type(page)
    for (const name of ['agree_true', 'agree_pass']) page.agree(name, true)
    let hasHappened = false
    lab.proxy.choose = ({ method }) => {
      if (method === 'POST' && !hasHappened && page.$form.get().status === 'submitting') {
        hasHappened = true
        meanwhile()
      }
      return undefined
    }
    await page.addFiles('营业执照', [paper()])
    return page.submitForm(page.rules)
  }

  test('is not handed in without being looked at, where other words have come', async () => {
    await submit(() => {
      const before = page.typedIn()
      page.changeContent(({ files }) => ({ texts: elsewhere.texts, files }))
      page.noteReplaced(before, page.typedIn())
    })
    expect(isSent()).toBe(false)
    expect(page.$form.get().status).toBe('writing')
    expect(page.$formNotice.get()?.text).toContain('内容已更新，请核对')
    expect(page.$formProblems.get()).toHaveProperty('agree_pass')
  })

  test('has to be pressed again, where the account has a newer draft', async () => {
    const draft = { client_id: 'another-draft-of-it', revision: 2, content: elsewhere, gmt_modified: LATER }
    lab.chooseCall = (call) =>
      call.startsWith('PUT') ? Response.json({ code: 409, message: '已有更新', draft }) : undefined
    await submit(() => page.saveFormNow())
    expect(page.typedIn()).toMatchObject(elsewhere)
    expect(isSent()).toBe(false)
    expect(page.$form.get().status).toBe('writing')
  })
})

test('nobody is asked to log in for files that wait on the device of who is not', async () => {
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await page.uploadPendingFiles()
  expect(page.$session.get().topShow).toBe(false)
  expect(page.$fileProgress.get()).toEqual({})
})
