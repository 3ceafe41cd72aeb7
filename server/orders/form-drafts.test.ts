import { expect, test } from 'vitest'
import { openPartiesForEach, parties } from '../testing/for-each.ts'
import { LOAN } from '../testing/loan.ts'
import { uploaded } from '../testing/order-parties.ts'

const DRAFT = '/customer/api/v1/draft/loan'
const ADDITIONAL = '/customer/api/v1/additional'
const APPLICATION = { ...LOAN, client_id: 'tab-one-of-loan' }

openPartiesForEach()

const content = (amount: string, files: object[] = []) => ({ texts: { amount }, files })
const save = async (revision: number, amount = '50万', client_id = APPLICATION.client_id) =>
  (await parties.company.put(DRAFT, { client_id, revision, content: content(amount) })).body
const read = async (browser = parties.company, path = DRAFT) => (await browser.get(path)).body.draft

test('a draft is kept as typed, changed, and deleted', async () => {
  expect(await read()).toBeNull()
  expect((await save(0)).draft).toMatchObject({ revision: 1, content: content('50万') })
  expect((await save(1, '５０')).draft).toMatchObject({ revision: 2, content: content('５０') })
  expect(await read()).toMatchObject({ client_id: APPLICATION.client_id, content: content('５０') })
  for (let times = 0; times < 2; times += 1) {
    expect((await parties.company.send('DELETE', DRAFT, {})).body.code).toBe(200)
  }
  expect(await read()).toBeNull()
})

test('each company and each kind has its own', async () => {
  await save(0)
  expect(await read(parties.stranger)).toBeNull()
  expect(await read(parties.company, '/customer/api/v1/draft/provider')).toBeNull()
  await parties.stranger.send('DELETE', DRAFT, {})
  expect(await read()).not.toBeNull()
})

test('what somebody changed meanwhile comes back with the refusal', async () => {
  await save(0)
  await save(1, '60')
  expect(await save(1, '70')).toMatchObject({ code: 409, draft: { revision: 2, content: content('60') } })
  expect(await save(0, '70', 'another-tab')).toMatchObject({ code: 409, draft: { revision: 2 } })
  await parties.company.send('DELETE', DRAFT, {})
  expect(await save(2, '70')).toMatchObject({ code: 409, draft: null })
})

test('an answer that was lost can be asked for again', async () => {
  await save(0)
  expect((await save(0)).draft).toMatchObject({ revision: 1 })
})

test('of twenty first drafts at once one is kept, and the others are told of it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => save(0, String(index), `client-${index}`)),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const kept = await read()
  for (const answer of answers) expect(answer.draft).toEqual(kept)
})

test('of twenty changes at once one is kept', async () => {
  await save(0)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => save(1, String(index))))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(409)])
})

test('the submission takes its draft with it, and the draft does not come back', async () => {
  await save(0)
  const { data } = (await parties.company.post(ADDITIONAL, APPLICATION)).body
  expect(await read()).toBeNull()
  expect(await save(0, '60')).toMatchObject({ code: 409, draft: null, poid: data.id })
  expect(await read()).toBeNull()
  expect((await save(0, '60', 'the-next-one')).code).toBe(200)
})

test('the draft of another company stays, also under the same name', async () => {
  await save(0)
  const theirs = { client_id: APPLICATION.client_id, revision: 0, content: content('80万') }
  await parties.stranger.put(DRAFT, theirs)
  await parties.company.post(ADDITIONAL, APPLICATION)
  expect(await read()).toBeNull()
  expect(await read(parties.stranger)).toMatchObject({ revision: 1, content: content('80万') })
})

test('a submission at the same time as savings leaves no draft', async () => {
  await save(0)
  await Promise.all([
    parties.company.post(ADDITIONAL, APPLICATION),
    ...Array.from({ length: 10 }, (_, index) => save(1, String(index))),
  ])
  expect(await read()).toBeNull()
})

test('a draft that a colleague began meanwhile stays', async () => {
  await save(0, '50', 'of-a-colleague')
  await parties.company.post(ADDITIONAL, APPLICATION)
  expect(await read()).toMatchObject({ client_id: 'of-a-colleague' })
})

test('files are named, never those of another company', async () => {
  const own = { ...(await uploaded(parties.portal, parties.companyId, 'a.pdf')), slot: '营业执照' }
  const theirs = { ...(await uploaded(parties.portal, 1, 'b.pdf')), slot: '营业执照' }
  const body = { client_id: 'with-files', revision: 0 }
  const refused = await parties.company.put(DRAFT, { ...body, content: content('1', [theirs]) })
  expect(refused.body).toEqual({ code: 404, message: '文件已失效，请重新上传' })
  const taken = await parties.company.put(DRAFT, { ...body, content: content('1', [own]) })
  expect(taken.body.draft.content.files).toEqual([own])
})

test.each([
  ['/customer/api/v1/draft/company', {}, '没有这种申请'],
  [
    DRAFT,
    { content: { texts: { purpose: '长'.repeat(20_000) }, files: [] } },
    '填写的内容过长，不能保存为草稿',
  ],
])('%s with %j is refused', async (path, more, message) => {
  const body = { client_id: 'client-one', revision: 0, content: content('1'), ...more }
  expect((await parties.company.put(path, body)).body).toEqual({ code: 400, message })
})
