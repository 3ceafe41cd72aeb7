import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormPage, openFormPage, type } from './support/form-page.ts'
import { logIn, OFFLINE, openVisitor, settled, type Visitor } from './support/visitor.ts'

const FUTURE_MS = Date.parse('2030-01-01')

let visitor: Visitor
let page: FormPage
let stop: () => void

beforeEach(async () => {
  visitor = await openVisitor()
  // Without a store, an upload waits for the network.
  vi.stubGlobal('window', new EventTarget())
  page = await openFormPage()
  stop = page.followForm()
})
afterEach(async () => {
  for (const file of page.typedIn().files) await page.cancelFormUpload(file)
  // Removed files are still being closed.
  await page.uploadPendingFiles()
  stop()
  await visitor.close()
})

const enter = () => logIn(page, visitor)
const drafts = () => Object.keys(localStorage).filter((key) => /^form:loan:\d+:/.test(key))

async function scan(): Promise<string> {
  await page.addFiles('法定代表人身份证', [new File(['%PDF-1.4'], '身份证.pdf')])
  const pending_id = page.typedIn().files.at(-1)?.pending_id ?? ''
  expect(await page.readPendingFile(pending_id)).toBeDefined()
  return pending_id
}

test.each([
  ['older', 1, true],
  ['newer', FUTURE_MS, false],
] as const)(
  'where the account has an %s version, the scans of this one stay: %s',
  async (_, updated_at, stays) => {
    await enter()
    await page.openForm(page.entry)
    type(page)
    await page.saveFormNow()
    const pending_id = await scan()
    const content = JSON.stringify({ texts: { amount: '20万' }, files: [] })
    await visitor.portal.db
      .updateTable('form_drafts')
      .set({ revision: 9, content, updated_at })
      .where('company_id', '>', 0)
      .execute()
    page.typeText('amount', '30万')
    await page.saveFormNow()
    expect((await page.readPendingFile(pending_id)) !== undefined).toBe(stays)
  },
)

describe('a logout', () => {
  beforeEach(async () => {
    await enter()
    await page.openForm(page.entry)
  })

  test('saves the last changes into the account, and leaves neither text nor scans here', async () => {
    const pending_id = await scan()
    type(page)
    await page.logOutHere()
    await settled(visitor)
    expect(drafts()).toEqual([])
    // The device forgets it without a call that could be waited for.
    await vi.waitFor(async () => expect(await page.readPendingFile(pending_id)).toBeUndefined(), 90_000)
    expect(page.typedIn()).toEqual({ texts: {}, files: [] })
    const [draft] = await visitor.portal.db
      .selectFrom('form_drafts')
      .select('content')
      .where('company_id', '>', 0)
      .execute()
    expect(draft?.content).toContain('采购原材料')
    expect(page.hasUnsavedForms()).toBe(false)
  })

  test('from a page without the form leaves what the account lacks, with its scans', async () => {
    const pending_id = await scan()
    visitor.network = OFFLINE
    type(page)
    await page.saveFormNow()
    stop()
    visitor.online()
    await page.logOutHere()
    expect(drafts()).toHaveLength(1)
    expect(await page.readPendingFile(pending_id)).toBeDefined()
    expect(page.hasUnsavedForms()).toBe(true)
  })

  test("in another tab clears this one, which then is a visitor's", async () => {
    type(page)
    await page.saveFormNow()
    const other = await openFormPage()
    await other.knowSession()
    await other.logOutHere()
    await settled(visitor)
    expect(page.$form.get()).toMatchObject({
      status: 'writing',
      form: { companyId: null, content: { texts: {} } },
    })
    expect(drafts()).toEqual([])
  })
})
