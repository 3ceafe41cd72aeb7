/** Files of a form on their way up: begun by the login, stopped when they are not wanted. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSession } from '../../src/lib/api/customer.ts'
import { type Lab, openLab } from '../torture/uploads/lab.ts'
import { type FormPage, openFormPage } from './support/form-page.ts'
import { until } from './support/visitor.ts'

const MB = 1024 ** 2
const SLOT = '近 12 个月银行流水'

let lab: Lab
let page: FormPage
beforeEach(async () => {
  lab = await openLab()
  page = await openFormPage()
})
afterEach(async () => {
  await page.uploadHeldFiles()
  await lab.close()
})

const paper = () => new File([Buffer.alloc(MB)], '流水.pdf')
const enter = async () => page.LOGIN_IN(await readSession())
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

describe('an upload that is not wanted any more', () => {
  afterEach(async () => {
    await page.uploadHeldFiles()
    expect(page.typedIn().files).toEqual([])
    expect(page.$fileProgress.get()).toEqual({})
    expect(isEntered()).toBe(false)
    expect(await lab.leftovers()).toEqual({ uploads: 0, objects: 0, reservedBytes: 0 })
  })

  test('is cancelled', async () => {
    const file = await sending()
    const ended = page.cancelFormUpload(file)
    expect(page.$fileProgress.get()[file.held ?? '']).toEqual({ status: 'cancelling' })
    await ended
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
  await page.addFiles(SLOT, [new File([Buffer.alloc(25 * MB)], '流水.pdf')])
  await page.uploadHeldFiles()
  expect(Object.values(page.$fileProgress.get())).toMatchObject([{ status: 'failed' }])
  lab.proxy.choose = () => undefined
  await page.uploadHeldFiles()
  expect(page.typedIn().files).toMatchObject([{ held: null }])
  const sent = lab.proxy.log.filter(({ target }) => target.includes('partNumber='))
  expect(sent).toHaveLength(3)
  expect((await lab.leftovers()).reservedBytes).toBe(0)
})

test.each([
  ['while the file is entered', undefined],
  ['and nobody hears that it was entered', 'lose answer' as const],
])('an upload that is cancelled %s leaves none behind', async (_, fault) => {
  const file = await sending()
  let ended: Promise<void> | undefined
  lab.chooseCall = (call) => {
    if (call !== 'POST /startup/api/v1/document/files') return undefined
    ended = page.cancelFormUpload(file)
    return fault
  }
  await page.uploadHeldFiles()
  await ended
  expect(page.typedIn().files).toEqual([])
  expect(lab.calls.filter((call) => /^DELETE .*\/document\/file\/\d+$/.test(call))).toHaveLength(1)
})
