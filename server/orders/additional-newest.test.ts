import { describe, expect, test } from 'vitest'
import { openPartiesForEach, parties } from '../testing/for-each.ts'
import { LOAN } from '../testing/loan.ts'
import { uploaded } from '../testing/order-parties.ts'

const PATH = '/customer/api/v1/additional'
const DRAFT = '/customer/api/v1/draft/loan'
const APPLICATION = { ...LOAN, client_id: 'tab-one-of-loan' }

openPartiesForEach()

const add = async (body: object) => (await parties.company.post(PATH, body)).body
const decide = (id: number, action: string, note?: string, operator = parties.operator) =>
  operator.put(`/operator/api/v1/additional/${id}`, { action, note })
const draft = async () => (await parties.company.get(DRAFT)).body.draft
const save = (revision: number, amount: string) =>
  parties.company.put(DRAFT, {
    client_id: APPLICATION.client_id,
    revision,
    content: { texts: { amount }, files: [] },
  })

describe('a correction', () => {
  async function sentBack() {
    const { id } = (await add(APPLICATION)).data
    await decide(id, 'more', '请把期限改为 24 个月')
    return parties.read(id)
  }
  const correct = ({ id, revision }: { id: number; revision: number }, more: object = {}) =>
    add({ ...APPLICATION, term_months: 24, ...more, poid: id, revision })

  test('is taken on top of the newest; the same again, whose answer was lost, changes nothing', async () => {
    const seen = await sentBack()
    const { data } = await correct(seen)
    expect(data).toMatchObject({ id: seen.id, state: 'submitted', fields: { term_months: 24 } })
    expect(await correct(seen)).toEqual({ code: 200, data })
    await decide(seen.id, 'approve')
    expect((await correct(seen)).data).toMatchObject({ state: 'approved' })
  })

  test('of what a colleague has corrected since is refused, in whatever state that is by now', async () => {
    const seen = await sentBack()
    await correct(seen, { purpose: '同事写的' })
    const theirs = { state: 'submitted', fields: { purpose: '同事写的' } }
    expect(await correct(seen)).toMatchObject({ code: 409, order: theirs })
    await decide(seen.id, 'more', '还缺用途')
    const now = { state: 'more-needed', fields: { purpose: '同事写的' } }
    expect(await correct(seen)).toMatchObject({
      code: 409,
      message: '这份申请已在别处修改，请查看最新内容',
      order: now,
    })
    expect(await parties.read(seen.id)).toMatchObject(now)
  })

  test.each(['withdraw', 'refuse'])('is not taken for handed in after “%s”', async (action) => {
    const seen = await sentBack()
    if (action === 'withdraw') await parties.change(seen, 'withdraw')
    else await decide(seen.id, 'refuse', '资料不符')
    expect((await correct(seen, { term_months: 12 })).code).toBe(409)
  })

  test('twenty times at once is one', async () => {
    const seen = await sentBack()
    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(seen)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect((await parties.read(seen.id)).revision).toBe(seen.revision + 1)
  })
})

describe('a submission', () => {
  test('on top of an older draft is refused with the newer one, which stays', async () => {
    await save(0, '50万')
    await save(1, '60万')
    const newer = { revision: 2, content: { texts: { amount: '60万' } } }
    expect(await add({ ...APPLICATION, revision: 1 })).toMatchObject({ code: 409, draft: newer })
    expect(await draft()).toMatchObject(newer)
    expect((await add({ ...APPLICATION, revision: 2 })).code).toBe(200)
    expect(await draft()).toBeNull()
    expect((await add({ ...APPLICATION, revision: 1 })).code, 'the same twice is one').toBe(200)
  })

  test('names the file that is gone', async () => {
    const paper = await uploaded(parties.portal, parties.companyId, 'a.pdf')
    const gone = { ...paper, hash_name: `companies/${parties.companyId}/${'m'.repeat(22)}/b.pdf` }
    const materials = [paper, gone].map((file) => ({ ...file, name: '营业执照' }))
    expect(await add({ ...APPLICATION, materials })).toMatchObject({ code: 404, hash_name: gone.hash_name })
  })
})
