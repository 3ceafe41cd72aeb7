import { beforeEach, describe, expect, test } from 'vitest'
import { CHAT_GAP_MS } from '../../src/lib/rules/chat/chat-time.ts'
import { CONVERSATIONS, DETAIL, heard, joinCompany, makeOrder, RESOURCE, say } from '../testing/chat-room.ts'
import { openRoomForEach, room } from '../testing/for-each.ts'

openRoomForEach()

const conversation = async (browser = room.customer) => (await browser.get(RESOURCE)).body.data
const reply = async (detail: string) =>
  say(room.operator, detail, `${CONVERSATIONS}/${(await conversation()).id}/messages`)

describe('the conversation', () => {
  test('there is none until it is opened, and then the company has one', async () => {
    expect(await conversation()).toBeNull()
    expect(await heard(room.customer, DETAIL)).toEqual([])
    const { body } = await room.customer.post(RESOURCE, {})
    expect(body.data).toEqual({
      id: expect.any(Number),
      expert: null,
      unread: 0,
      last_seq: 0,
      read_seq: 0,
      topic: '',
      policy_id: null,
    })
    expect((await room.customer.post(RESOURCE, { topic: '研发补贴', policy_id: 12 })).body.data).toEqual({
      ...body.data,
      topic: '研发补贴',
      policy_id: 12,
    })
    expect((await room.customer.post(RESOURCE, {})).body.data.topic).toBe('研发补贴')
  })

  test('takes a message of a caller that knows nothing but its text and kind', async () => {
    await room.customer.post(RESOURCE, {})
    for (const detail of ['您好', '您好']) {
      expect((await room.customer.post(DETAIL, { type: 0, detail })).body).toMatchObject({
        code: 200,
        data: { detail },
      })
    }
    expect(await heard(room.customer, DETAIL)).toHaveLength(2)
  })

  test('what was told just now holds, although the dialogue before it is long over', async () => {
    await say(room.customer, '您好')
    await reply('请讲')
    room.portal.clock.ms += CHAT_GAP_MS + 1000
    await room.customer.post(RESOURCE, { topic: '研发补贴', policy_id: 12 })
    expect((await room.customer.post(RESOURCE, {})).body.data).toMatchObject({
      topic: '研发补贴',
      policy_id: 12,
    })
    room.portal.clock.ms += CHAT_GAP_MS + 1000
    await say(room.customer, '您好')
    const { id } = (await room.customer.get(RESOURCE)).body.data
    await say(room.operator, '请讲', `${CONVERSATIONS}/${id}/messages`)
    expect((await room.customer.post(RESOURCE, {})).body.data.topic, 'it goes on').toBe('研发补贴')
    room.portal.clock.ms += CHAT_GAP_MS + 1000
    expect((await room.customer.post(RESOURCE, {})).body.data).toMatchObject({ topic: '', policy_id: null })
  })

  test('twenty who open it at once open one', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => room.customer.post(RESOURCE, {})))
    expect(new Set(opened.map(({ body }) => body.data.id)).size).toBe(1)
  })

  test('a colleague shares it, another company has its own', async () => {
    await say(room.customer, '您好')
    const colleague = await joinCompany(room.portal, '13800000003', room.companyId)
    expect(await conversation(colleague)).toEqual(await conversation())
    expect(await heard(colleague, DETAIL)).toEqual([[1, '您好']])
    await say(room.stranger, '不同的企业')
    expect(await heard(room.stranger, DETAIL)).toEqual([[1, '不同的企业']])
    expect((await conversation(room.stranger)).id).not.toBe((await conversation()).id)
  })

  test('the operator who answers first is its expert, under the name among the experts', async () => {
    await say(room.customer, '您好')
    await reply('您好，请讲')
    const { expert } = await conversation()
    expect(expert).toEqual({
      id: expect.any(Number),
      name: '运营人员3',
      title: '政策顾问',
      avatar: null,
    })
    await room.portal.db
      .insertInto('experts')
      .values({
        operator_id: expert.id,
        name: '王老师',
        title: '高级顾问',
        fields: '[]',
        intro: '',
        hidden: 0,
        created_at: 0,
      })
      .execute()
    await reply('还在吗')
    expect((await conversation()).expert).toEqual({ ...expert, name: '王老师', title: '高级顾问' })
    const { items } = (await room.customer.get(DETAIL)).body.result
    expect(items.map((item: { admin: string | null }) => item.admin)).toEqual([null, '运营人员3', '王老师'])
  })

  test('unread are those of the other side behind what was read; reading never goes back', async () => {
    await say(room.customer, '1')
    for (const text of ['2', '3', '4']) await reply(text)
    expect(await conversation()).toMatchObject({ unread: 3, last_seq: 4, read_seq: 0 })
    expect((await room.customer.post(RESOURCE, { read_seq: 3 })).body.data).toMatchObject({ unread: 1 })
    for (const read_seq of [2, 5]) {
      expect((await room.customer.post(RESOURCE, { read_seq })).body.data.read_seq).toBe(3)
    }
    await room.customer.get(DETAIL)
    expect((await conversation()).unread).toBe(1)
    expect((await room.stranger.post(RESOURCE, { read_seq: 1 })).body.code).toBe(404)
  })
})

describe('sending', () => {
  test('says who, what and when, seen from each side', async () => {
    const sent = await room.customer.post(DETAIL, { type: 0, detail: '  您好\n请问 ', client_id: 'a-1' })
    const { id } = await conversation()
    expect(sent.body).toEqual({
      code: 200,
      data: {
        id: expect.any(Number),
        seq: 1,
        type: 0,
        source: 0,
        detail: '您好\n请问',
        size: null,
        gmt_create: '2026-11-21T02:00:00.000Z',
        admin: null,
        client_id: 'a-1',
      },
    })
    const seen = await room.operator.get(`${CONVERSATIONS}/${id}/messages`)
    expect(seen.body.result.items).toEqual([{ ...sent.body.data, source: 1, client_id: null }])
    await reply('请讲')
    const [, answer] = (await room.customer.get(DETAIL)).body.result.items
    expect(answer).toMatchObject({ seq: 2, source: 1, admin: '运营人员3', client_id: null })
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    "'; drop table chat_messages; --",
    '{"local_name":"a"}',
    '👨‍👩‍👧',
  ])('%s is kept as text', async (text) => {
    expect((await say(room.customer, text)).body.data.detail).toBe(text)
    expect(await heard(room.customer, DETAIL)).toEqual([[1, text]])
  })

  test.each([
    [{ detail: ' \n ' }, '发送内容不能为空'],
    [{ detail: '' }, '发送内容不能为空'],
    [{ detail: undefined }, '缺少“detail”'],
    [{ detail: 7 }, '发送内容不能为空'],
    [{ detail: 'x'.repeat(5001) }, '发送内容不能超过 5000 个字'],
    [{ detail: 'a\u0000b' }, '发送内容含有不能使用的字符'],
    [{ client_id: 'a b' }, 'client_id 只能由字母、数字、- 和 _ 组成'],
    [{ client_id: 'x'.repeat(65) }, 'client_id不能超过 64 个字'],
    [{ type: 3 }, '“type”的内容不正确'],
    [{ type: '0' }, '“type”的内容不正确'],
    [{ type: 1, detail: 'no json' }, '文件信息的格式不正确'],
    [{ type: 1, detail: 'null' }, '“detail”的内容不正确'],
    [{ type: 1, detail: '{"local_name":"a.pdf","hash_name":"../x"}' }, '文件的存储位置不正确'],
  ])('%o is refused: %s', async (wrong, message) => {
    const { body } = await room.customer.post(DETAIL, { type: 0, detail: '您好', client_id: 'a', ...wrong })
    expect(body).toEqual({ code: 400, message })
    expect(await heard(room.customer, DETAIL)).toEqual([])
  })

  test('a body of a megabyte is refused as too large', async () => {
    const answer = await say(room.customer, 'x'.repeat(1024 ** 2))
    expect(answer).toMatchObject({ status: 413, body: { code: 413, message: '请求内容过大' } })
  })

  test('5,000 characters of four bytes go through', async () => {
    expect((await say(room.customer, '😀'.repeat(5000))).body.code).toBe(200)
  })

  test('the same client id twice is one message, with the first text; of somebody else it is another', async () => {
    const message = { type: 0, detail: '一', client_id: 'same' }
    const first = await room.customer.post(DETAIL, message)
    const second = await room.customer.post(DETAIL, { ...message, detail: '二' })
    expect(second.body).toEqual(first.body)
    const colleague = await joinCompany(room.portal, '13800000003', room.companyId)
    await colleague.post(DETAIL, message)
    expect(await heard(room.customer, DETAIL)).toEqual([
      [1, '一'],
      [2, '一'],
    ])
  })

  test('61 in a minute are too many, in whichever conversation; the next minute takes more', async () => {
    const orderId = await makeOrder(room.portal, room.companyId, room.customerId)
    const groups = await room.customer.get(`/startup/api/v1/advisory/${orderId}/groups`)
    const topic = { type: 0, detail: '您好', client_id: 'x', group_id: groups.body.result.items[0].id }
    for (let count = 0; count < 60; count += 1) expect((await say(room.customer, '您好')).body.code).toBe(200)
    room.portal.clock.ms += 59_000
    const refused = { code: 429, message: '发送过于频繁，请稍后再试', retry_after: 1 }
    expect((await say(room.customer, '您好')).body).toEqual(refused)
    expect((await room.customer.post('/startup/api/v1/advisory/group/message', topic)).body).toEqual(refused)
    expect((await say(room.stranger, '您好')).body.code).toBe(200)
    expect((await conversation()).last_seq).toBe(60)
    room.portal.clock.ms += 1000
    expect((await say(room.customer, '您好')).body.data.seq).toBe(61)
  })
})

describe('reading', () => {
  beforeEach(async () => {
    await say(room.customer, '1')
    for (let count = 2; count <= 7; count += 1) await reply(String(count))
  })
  const seqs = async (query: string) => (await heard(room.customer, DETAIL + query)).map(([seq]) => seq)

  test('page 1 has the newest, the oldest of them first; a page beyond the last is empty', async () => {
    const { result } = (await room.customer.get(`${DETAIL}?per_page=3&page=1`)).body
    expect(result).toMatchObject({ total: 7, pages: 3, page: 1 })
    expect(await seqs('?per_page=3')).toEqual([5, 6, 7])
    expect(await seqs('?per_page=3&page=2')).toEqual([2, 3, 4])
    expect(await seqs('?per_page=3&page=3')).toEqual([1])
    expect(await seqs('?per_page=3&page=4')).toEqual([])
    expect(await seqs('?page=999999999999999')).toEqual([])
    expect(await seqs('')).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('after a message come those that followed; after the last, none', async () => {
    expect(await seqs('?after=5')).toEqual([6, 7])
    expect(await seqs('?after=0')).toEqual([1, 2, 3, 4, 5, 6, 7])
    for (const after of [7, 8, 999999999999999]) {
      const { result } = (await room.customer.get(`${DETAIL}?after=${after}`)).body
      expect(result).toEqual({ items: [], total: 0, pages: 0, page: 1 })
    }
  })

  test('at most 100 come at once', async () => {
    for (let count = 8; count <= 105; count += 1) await reply(String(count))
    expect(await seqs('?after=1')).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
    expect(await seqs('?after=101')).toEqual([102, 103, 104, 105])
  })

  test.each(['?page=0', '?per_page=0', '?per_page=101', '?per_page=x', '?after=-1', '?after=1.5', '?after='])(
    '%s is refused',
    async (query) => {
      expect((await room.customer.get(DETAIL + query)).body.code).toBe(400)
    },
  )
})
