import { describe, expect, test } from 'vitest'
import { FIRST_PROVIDER_ID } from '../../src/lib/contract/services/provider.ts'
import { openPartiesForEach, parties } from '../testing/for-each.ts'
import { CREDIT_CODE, companyOf, providerBody, uploaded } from '../testing/order-parties.ts'
import { isInDirectory } from './public-providers.ts'

const PUBLIC = {
  category_id: 2,
  company_name: '示例服务有限公司',
  services: '代理记账',
  regions: ['440100'],
  cases: '为三家企业做过',
  contact: '李雷',
  phone: '13800000001',
}

openPartiesForEach()

async function apply(more: object = {}, browser = parties.company): Promise<number> {
  const body = await providerBody(parties.portal, await companyOf(browser), { ...PUBLIC, ...more })
  return (await browser.post('/customer/api/v1/additional', body)).body.data.id
}
const decide = (id: number, action: string) =>
  parties.operator.put(`/operator/api/v1/additional/${id}`, { action, note: '已核对' })
const visit = async (path: string) => (await parties.portal.browser().get(path)).body
const listed = async (category: number) =>
  (await visit(`/startup/api/v1/providers?category=${category}`)).result.items
const shown = async (id: number | string = FIRST_PROVIDER_ID) =>
  (await visit(`/startup/api/v1/providers?id=${id}`)).result?.items[0]

test('an approved provider is there for everybody, with the public fields and no other', async () => {
  const licence = await uploaded(parties.portal, parties.companyId, 'a.pdf')
  const id = await apply({ licence })
  expect(await shown()).toBeUndefined()
  expect(await listed(2)).toEqual([])
  await decide(id, 'approve')
  const provider = await shown()
  expect(provider).toEqual({
    ...PUBLIC,
    id: FIRST_PROVIDER_ID,
    poid: id,
    gmt_modified: new Date(parties.portal.clock.ms).toISOString(),
  })
  expect(await listed(2)).toEqual([provider])
  expect(await listed(1)).toEqual([])
})

test.each(['refuse', 'more'])('an application that met “%s” is nobody else’s business', async (action) => {
  await decide(await apply(), action)
  expect(await shown()).toBeUndefined()
})

test('a company has one page: the next approval changes it, and its address stays', async () => {
  await decide(await apply(), 'approve')
  const next = await apply({ services: '研发费用归集', category_id: 3 })
  expect((await shown()).services).toBe('代理记账')
  await decide(next, 'approve')
  expect(await shown()).toMatchObject({ services: '研发费用归集', category_id: 3, poid: next })
  expect(await listed(2)).toEqual([])
})

test('the last to join come first, and what is changed later moves nobody', async () => {
  await decide(await apply(), 'approve')
  parties.portal.clock.ms += 1000
  await decide(await apply({ company_name: '后来的公司' }, parties.stranger), 'approve')
  const names = (await listed(2)).map(({ company_name }: { company_name: string }) => company_name)
  expect(names).toEqual(['后来的公司', PUBLIC.company_name])
  parties.portal.clock.ms += 1000
  await decide(await apply(), 'approve')
  expect((await listed(2))[0].company_name).toBe('后来的公司')
})

test('a category that is hidden hides its providers', async () => {
  await decide(await apply(), 'approve')
  await parties.portal.db.updateTable('provider_categories').set({ hidden: 1 }).where('id', '=', 2).execute()
  expect(await shown()).toBeUndefined()
  expect(await listed(2)).toEqual([])
})

test('an earlier application without a category is not approved without anybody hearing of it', async () => {
  const id = await apply()
  const { db } = parties.portal
  const fields = JSON.stringify({ ...PUBLIC, category_id: undefined, credit_code: CREDIT_CODE })
  await db.updateTable('orders').set({ fields }).where('id', '=', id).execute()
  expect((await decide(id, 'approve')).body).toEqual({
    code: 409,
    message: '这份申请没有服务类别，没有可以公开的页面；请退回，让企业补充类别',
  })
  expect((await parties.read(id)).state).toBe('submitted')
})

test.each(['0', '1', '999999', 'x'])('there is no provider %s', async (id) => {
  expect(await shown(id)).toBeUndefined()
})

describe('a provider that is taken off', () => {
  const publish = (id: number, body: object, browser = parties.operator) =>
    browser.put(`/operator/api/v1/additional/${id}`, body)
  const messages = async () =>
    (await parties.company.get('/customer/api/v1/message?status=0')).body.result.items.map(
      ({ message }: { message: string }) => message,
    )

  test('is nowhere, the company is told why, and comes back to its address', async () => {
    const id = await apply()
    await decide(id, 'approve')
    const off = await publish(id, { action: 'hide', note: '三家企业投诉，核实中' })
    expect(off.body.publication).toEqual({ id: FIRST_PROVIDER_ID, category_id: 2, shown: false })
    expect(off.body.order.events.at(-1)).toMatchObject({
      state: 'approved',
      note: '已下线：三家企业投诉，核实中',
    })
    expect(await shown()).toBeUndefined()
    expect(await listed(2)).toEqual([])
    expect((await messages())[0]).toBe(
      '《服务商入驻申请：示例服务有限公司》的公开页面已下线，企业看不到了。说明：三家企业投诉，核实中',
    )
    const on = await publish(id, { action: 'show' })
    expect(on.body.publication.shown).toBe(true)
    expect((await shown()).poid).toBe(id)
    expect((await messages())[0]).toContain('已恢复')
  })

  test('twice is no error, and the company hears it once', async () => {
    const id = await apply()
    await decide(id, 'approve')
    const before = (await messages()).length
    for (const note of ['核实中', '仍在核实']) {
      const { publication, order } = (await publish(id, { action: 'hide', note })).body
      expect(publication.shown).toBe(false)
      expect(order.events.at(-1)).toMatchObject({ note: '已下线：核实中' })
    }
    expect((await messages()).length).toBe(before + 1)
  })

  test('is told of the page that the last build has of it', async () => {
    const id = await apply()
    await decide(id, 'approve')
    const { built } = parties.portal
    const title = PUBLIC.company_name
    built.catalogue = { ...built.catalogue, providers: [{ id: FIRST_PROVIDER_ID, title }] }
    await publish(id, { action: 'hide', note: '核实中' })
    expect((await messages())[0]).toContain('已生成的页面在网站下一次更新后消失')
    const wish = { kind: 'provider', target_id: FIRST_PROVIDER_ID, contact: '韩梅', phone: '13800000009' }
    expect((await parties.company.post('/startup/api/v1/reservations', wish)).body).toEqual({
      code: 404,
      message: '这家服务商已下线，暂不接受预约',
    })
    await publish(id, { action: 'show' })
    expect((await parties.company.post('/startup/api/v1/reservations', wish)).body.code).toBe(200)
  })

  test('needs a note, an operator, and a page', async () => {
    const id = await apply()
    expect((await publish(id, { action: 'hide', note: '无' })).body.code).toBe(404)
    await decide(id, 'approve')
    expect((await publish(id, { action: 'hide' })).body).toEqual({ code: 400, message: '请填写说明' })
    expect((await publish(id, { action: 'hide', note: '无' }, parties.company)).body.code).toBe(403)
    expect((await publish(id + 99, { action: 'hide', note: '无' })).body.code).toBe(404)
    expect(await shown()).toBeDefined()
  })

  test('ten times at once is taken off once', async () => {
    const id = await apply()
    await decide(id, 'approve')
    const before = (await messages()).length
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await publish(id, { action: 'hide', note: '无' })).body.code),
    )
    expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([])
    expect((await messages()).length).toBe(before + 1)
  })

  test('is public again with the next approval, and only the application that has the page can take it off', async () => {
    const former = await apply()
    await decide(former, 'approve')
    await publish(former, { action: 'hide', note: '无' })
    const next = await apply({ services: '研发费用归集' })
    await decide(next, 'approve')
    expect((await shown()).services).toBe('研发费用归集')
    expect((await publish(former, { action: 'hide', note: '无' })).body.code).toBe(404)
  })
})

test('one application’s page is found among many', async () => {
  const first = await apply()
  await decide(first, 'approve')
  await decide(await apply({ company_name: '后来的公司' }, parties.stranger), 'approve')
  const { items } = (await visit(`/startup/api/v1/providers?category=2&poid=${first}`)).result
  expect(items.map(({ poid }: { poid: number }) => poid)).toEqual([first])
})

test('an address of the directory is one only while its provider or category can be read', async () => {
  const isThere = (path: string) => isInDirectory(parties.portal.db, path)
  const address = `/enterprise/${PUBLIC.category_id}/${FIRST_PROVIDER_ID}`
  expect(await isThere(address)).toBe(false)
  await decide(await apply(), 'approve')
  expect(await isThere(address)).toBe(true)
  expect(await isThere(`/enterprise/2/${FIRST_PROVIDER_ID + 1}`)).toBe(false)
  expect(await isThere('/providerlist/2')).toBe(true)
  expect(await isThere('/providerlist/99')).toBe(false)
  expect(await isThere('/popular/3/below')).toBe(true)
})
