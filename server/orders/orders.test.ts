import { expect, test } from 'vitest'
import type { ApplicationWindow } from '../../src/lib/rules/time/application-window.ts'
import { openPartiesForEach, parties } from '../testing/for-each.ts'
import { COMPLETE, companyOf, ITEM } from '../testing/order-parties.ts'
import { refuseOutsideWindow } from './create-application.ts'

openPartiesForEach()

const CLIENT = 'client-of-this-test'
const create = (body: object) =>
  parties.company.post(parties.orders, { client_id: CLIENT, fields: {}, ...body })
const list = async (query = '') => (await parties.company.get(parties.orders + query)).body.result
const statesOf = (order: { events: { state: string }[] }) => order.events.map(({ state }) => state)

test('a draft may be empty, is saved step by step and submitted once it is complete', async () => {
  const { body } = await create({ item_id: ITEM })
  expect(body).toMatchObject({
    code: 200,
    warning: null,
    order: {
      kind: 'application',
      title: '科技创新券',
      state: 'draft',
      item_id: 22,
      platform_policy_id: 12,
      receipt_no: null,
      gmt_submit: null,
      revision: 1,
      operator: null,
      fields: { contact: '', phone: '', amount: '', summary: '', materials: [] },
      events: [{ state: 'draft', by: '企业用户2', note: '' }],
      files: [],
    },
  })
  const materials = [{ name: '营业执照', ready: true }]
  const saved = (
    await parties.change(body.order, 'save', { fields: { contact: '李雷', phone: '138', materials } })
  ).body
  expect(saved.order).toMatchObject({ revision: 2, fields: { contact: '李雷', phone: '138', materials } })
  expect((await parties.change(saved.order, 'submit')).body).toEqual({
    code: 400,
    message: '请输入正确的手机号',
  })
  parties.portal.clock.ms += 1000
  const done = (await parties.change(saved.order, 'submit', { fields: { ...COMPLETE, amount: '5000.50' } }))
    .body
  expect(done.order).toMatchObject({
    state: 'submitted',
    receipt_no: `SB20261121-${String(done.order.id).padStart(6, '0')}`,
    gmt_submit: '2026-11-21T02:00:01.000Z',
    fields: { amount: '5000.50', materials: [] },
  })
  expect(statesOf(done.order)).toEqual(['draft', 'submitted'])
})

test('what was left out of a submission is asked for by its name', async () => {
  expect((await create({ item_id: ITEM, submit: true })).body).toEqual({ code: 400, message: '请填写联系人' })
  const answer = await create({ item_id: ITEM, submit: true, fields: { contact: '李雷' } })
  expect(answer.body).toEqual({ code: 400, message: '请输入正确的手机号' })
  expect((await list()).total).toBe(0)
})

test('twenty submissions at once with one client_id are one order with one history', async () => {
  const body = { item_id: ITEM, submit: true, fields: COMPLETE }
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)))
  expect(new Set(answers.map((answer) => answer.body.order.id)).size).toBe(1)
  expect((await list()).total).toBe(1)
  expect(statesOf(answers[0]?.body.order)).toEqual(['submitted'])
})

test('the same client_id of another company is another order', async () => {
  const mine = await create({ item_id: ITEM })
  const theirs = await parties.stranger.post(
    `/startup/api/v1/company/order/${await companyOf(parties.stranger)}`,
    { item_id: ITEM, fields: {}, client_id: CLIENT },
  )
  expect(theirs.body).toMatchObject({ code: 200, warning: null })
  expect(theirs.body.order.id).not.toBe(mine.body.order.id)
})

test('a second draft for the same item is allowed, with a word of warning', async () => {
  await create({ item_id: ITEM })
  const other = await create({ item_id: ITEM, client_id: 'another-client' })
  expect(other.body.warning).toContain('草稿')
  expect((await create({ item_id: 23, client_id: 'third-client' })).body.warning).toBe(null)
})

test('after the closing day nothing is submitted, drafts stay, and an earlier submission can be repeated', async () => {
  const submission = { item_id: 21, submit: true, fields: COMPLETE }
  const before = await create(submission)
  const draft = await parties.draft(COMPLETE, 21)
  parties.portal.clock.ms = Date.parse('2026-11-22T00:00:00+08:00')
  const closed = { code: 409, message: '该事项的申报已于 2026-11-21 截止，不能提交' }
  expect((await create({ ...submission, client_id: 'too-late-client' })).body).toEqual(closed)
  expect((await parties.change(draft, 'submit')).body).toEqual(closed)
  expect((await parties.read(draft.id)).state).toBe('draft')
  expect((await create(submission)).body.order).toMatchObject({
    id: before.body.order.id,
    state: 'submitted',
  })
})

const until = (closes: string) => ({ kind: 'in_force' as const, opens: null, closes })

test.each<[ApplicationWindow, string | null]>([
  [{ kind: 'law' }, '法律法规没有可以申报的事项，不能提交'],
  [until('2026-11-20'), '该事项的申报已于 2026-11-20 截止，不能提交'],
  [until('2026-11-21'), null],
  [
    { kind: 'dated', opens: '2026-11-22', closes: '2026-12-31' },
    '该事项的申报自 2026-11-22 起受理，您可以先保存草稿',
  ],
  [{ kind: 'batches', months: [7, 9] }, null],
  [{ kind: 'batches', months: null, closes: '2026-11-20' }, '该事项的申报已于 2026-11-20 截止，不能提交'],
  [{ kind: 'rolling', closes: '2026-11-20' }, '该事项的申报已于 2026-11-20 截止，不能提交'],
  [{ kind: 'rolling', closes: '2026-11-21' }, null],
  [{ kind: 'unknown' }, null],
])('on 2026-11-21 %j lets in or says why not: %s', (window, message) => {
  const submit = () => refuseOutsideWindow({ window }, Date.parse('2026-11-21T10:00:00+08:00'))
  if (message === null) expect(submit).not.toThrow()
  else expect(submit).toThrow(message)
})

test('what no page offers cannot be declared', async () => {
  const answer = await create({ item_id: 11 })
  expect(answer.body).toEqual({ code: 404, message: '没有找到这个申报事项，它可能已下线' })
})

test('the list is newest first, by state, and one by its poid', async () => {
  const [first, second] = [await parties.draft(), await parties.submitted()]
  const ids = (result: { items: { id: number }[] }) => result.items.map(({ id }) => id)
  expect(ids(await list())).toEqual([second.id, first.id])
  expect(ids(await list('?state=draft'))).toEqual([first.id])
  expect(ids(await list(`?poid=${second.id}`))).toEqual([second.id])
  expect(ids(await list(`?item_id=${ITEM}&state=draft`))).toEqual([first.id])
  expect(ids(await list('?item_id=23'))).toEqual([])
  expect(await list('?poid=999999')).toEqual({ items: [], total: 0, pages: 0, page: 1 })
})

test('a page of 5,000 orders stays small, and every order is on one page', async () => {
  const { id } = await parties.draft()
  const row = await parties.portal.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { id: _, ...copy } = {
    ...row,
    title: '示'.repeat(200),
    fields: JSON.stringify({ summary: '长'.repeat(2000) }),
  }
  for (let made = 0; made < 50; made += 1) {
    const rows = Array.from({ length: 100 }, (__, index) => ({ ...copy, client_id: `copy-${made}-${index}` }))
    await parties.portal.db.insertInto('orders').values(rows).execute()
  }
  const { items, total, pages } = await list('?page=126')
  expect([total, pages, items.length]).toEqual([5001, 251, 20])
  expect(Buffer.byteLength(JSON.stringify(await list()))).toBeLessThan(40_000)
})

test.each([
  {},
  { item_id: '22' },
  { item_id: 1e300 },
  { item_id: ITEM, client_id: 'short' },
  { item_id: ITEM, submit: 'yes' },
  { item_id: ITEM, fields: 'all' },
  { item_id: ITEM, fields: { amount: '1e9' } },
  { item_id: ITEM, fields: { amount: '-1' } },
  { item_id: ITEM, fields: { contact: 'a\u0000' } },
  { item_id: ITEM, fields: { summary: '长'.repeat(2001) } },
  { item_id: ITEM, fields: { materials: Array(51).fill({ name: '材料', ready: true }) } },
  { item_id: ITEM, fields: { materials: [{ name: '材料', ready: 1 }] } },
])('body %j: code 400', async (body) => {
  const answer = await create(body)
  expect([answer.status, answer.body.code]).toEqual([200, 400])
})

test('the list is filtered by kind and item, and a deleted draft is no longer in it', async () => {
  const draft = await parties.draft()
  await parties.draft({}, 21)
  expect((await list('?item_id=22')).items).toMatchObject([{ id: draft.id, item_id: 22 }])
  expect((await list('?kind=loan')).total).toBe(0)
  expect((await list('?kind=application')).total).toBe(2)
  await parties.change(draft, 'withdraw')
  expect((await list()).items).toMatchObject([{ item_id: 21 }])
  const submitted = await parties.submitted()
  await parties.change(submitted, 'withdraw')
  expect((await list('?state=withdrawn')).items).toMatchObject([{ id: submitted.id }])
})

test('in the list a draft says by when it can be submitted; what is submitted does not', async () => {
  const draft = (await create({ item_id: ITEM })).body.order
  expect((await list()).items).toMatchObject([{ id: draft.id, window: { kind: 'rolling' } }])
  await parties.change(draft, 'submit', { fields: COMPLETE })
  expect((await list()).items).toMatchObject([{ id: draft.id, state: 'submitted', window: null }])
})
