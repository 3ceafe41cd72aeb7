import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  // A delayed save would reach the server of the next test.
  await page.saveFormNow()
  await lab.close()
})

const paper = () => new File([Buffer.alloc(MB, '%PDF-1.7 0')], '流水.pdf')
const enter = async () => page.LOGIN_IN((await ask(checkSession, {})).data)
const isEntered = () => lab.calls.includes('POST /startup/api/v1/document/files')

async function sending() {
  await enter()
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await until(page.$fileProgress, (all) => Object.values(all).some((each) => each?.status === 'uploading'))
  const [file] = page.typedIn().files
  if (!file) throw new Error('no file')
  return file
}

test('files chosen before the login are uploaded as soon as the form knows of it', async () => {
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await enter()
  await page.openForm(page.entry)
  await until(page.$form, () => page.typedIn().files.some(({ hash_name }) => hash_name !== null))
  expect(isEntered()).toBe(true)
})

test("an uploaded file is in the account's draft at once, for every device", async () => {
  await enter()
  await page.openForm(page.entry)
  await page.addFiles(SLOT, [paper()])
  await page.uploadPendingFiles()
  const { draft } = await ask(readFormDraft, { params: { kind: 'loan' }, query: {} })
  expect(draft?.content.files).toMatchObject([{ slot: SLOT, local_name: '流水.pdf' }])
})

describe('an unwanted upload', () => {
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
    await ended
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

describe('changes while a submission waits for its files', () => {
  const elsewhere = { texts: { ...TEXTS, purpose: '别处写的' }, files: [] }
  const isSent = () => lab.calls.includes('POST /customer/api/v1/additional')

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
