import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { runDue } from '../db/jobs.ts'
import { GatewayError } from '../http/ask-json.ts'
import type { LogEntry } from '../log.ts'
import type { Browser } from '../testing/browser.ts'
import { say, whoIs } from '../testing/chat-room.ts'
import { APP, openFakeWeChat, refuse } from '../testing/fake-wechat.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { AddressRefusedError, type Mail } from './mail.ts'
import { sendMessage } from './messages.ts'
import { ANSWER_WAIT_MS, noteMessages, noticeJobs } from './notices.ts'

const WAYS = '/customer/api/v1/ways'
const REMINDERS = '/customer/api/v1/reminders'
const ADDRESS = 'zhang.san@example.cn'
let portal: TestPortal
let person: Browser
let companyId: number

async function open(options?: Parameters<typeof openPortal>[0]) {
  portal = await openPortal(options)
  person = await portal.loggedIn('13800000001')
  companyId = (await whoIs(person)).company_id
}
afterEach(() => portal.close())

const change = async (kind: string, way: string, on = true) =>
  (await person.put(REMINDERS, { told: { kind, way, on } })).body
const tell = (topic: 'change' | 'match', message: string) =>
  sendMessage(
    portal.db,
    { company_id: companyId, message, category: 'policy', topic, platform_policy_id: 11 },
    portal.clock.ms,
  )
const codeIn = ({ text }: Mail) => /\d{6}/.exec(text)?.[0]
const states = async () => {
  const rows = await portal.db
    .selectFrom('notices')
    .select(['state', 'outcome'])
    .where('id', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ state, outcome }) => (outcome === null ? state : `${state} ${outcome}`))
}

async function verify(mails = portal.mails) {
  await person.post(WAYS, { way: 'mail', address: ADDRESS })
  const code = mails.splice(0).map(codeIn).at(-1)
  return (await person.post(WAYS, { way: 'mail', code })).body
}

describe('mail', () => {
  beforeEach(() => open())

  test('nothing goes to an address before its code was entered, and no way can be chosen without one', async () => {
    expect((await change('match', 'mail')).message).toBe('请先验证邮箱')
    const { body } = await person.post(WAYS, { way: 'mail', address: ` ${ADDRESS} ` })
    expect(body.data.ways.mail).toMatchObject({ to: ADDRESS, verified: false })
    expect((await change('match', 'mail')).code).toBe(409)
    const [mail] = portal.mails
    expect(mail).toMatchObject({ to: ADDRESS, subject: '知策：验证邮箱' })
    for (let tries = 0; tries < 5; tries += 1)
      expect((await person.post(WAYS, { way: 'mail', code: '000000' })).body.code).toBe(400)
    expect((await person.post(WAYS, { way: 'mail', code: mail && codeIn(mail) })).body.code).toBe(400)
    portal.mails.length = 0
    expect((await verify()).data.ways.mail.verified).toBe(true)
    expect((await change('match', 'mail')).data.on).toEqual([{ kind: 'match', way: 'mail' }])
  })

  test('five codes a day, and one that is too old opens nothing', async () => {
    for (let times = 0; times < 5; times += 1)
      await person.post(WAYS, { way: 'mail', address: `a${times}@example.cn` })
    expect((await person.post(WAYS, { way: 'mail', address: ADDRESS })).body).toMatchObject({ code: 429 })
    expect(portal.mails).toHaveLength(5)
    portal.clock.ms += 31 * MINUTE_MS
    const last = portal.mails.at(-1)
    expect((await person.post(WAYS, { way: 'mail', code: last && codeIn(last) })).body.code).toBe(400)
    portal.clock.ms += DAY_MS
    expect((await verify()).code).toBe(200)
  })

  test.each([
    'a@b',
    'a b@example.cn',
    'a@example.cn\r\nBcc: x@example.cn',
    '"a"@example.cn',
    'a@example.cn, b@example.cn',
    '张三@example.cn',
    `a@${'b'.repeat(250)}.cn`,
  ])('%j is no address', async (address) => {
    expect((await person.post(WAYS, { way: 'mail', address })).body.code).toBe(400)
    expect(portal.mails).toEqual([])
  })

  test('what comes in minutes is one mail, of the kinds that were chosen alone', async () => {
    await verify()
    await change('match', 'mail')
    await tell('match', '新上线的政策《甲<b>》')
    await tell('match', '新上线的政策《乙》')
    await tell('change', '没有选')
    await portal.runNotices()
    expect(portal.mails).toHaveLength(1)
    const [mail] = portal.mails
    expect(mail).toMatchObject({ to: ADDRESS, subject: '知策：新的匹配 2 条' })
    expect(mail?.text).toContain('新上线的政策《甲<b>》\nhttp://portal.test/review/11')
    expect(mail?.html).toContain('《甲&lt;b&gt;》')
    expect(mail?.text).not.toContain('没有选')
    await portal.runNotices()
    expect(portal.mails).toHaveLength(1)
  })

  test('what is private stays behind the login, and a deleted message is not told', async () => {
    await verify()
    await change('application', 'mail')
    await change('match', 'mail')
    await tell('match', '删掉的')
    await portal.runNotices(0)
    await portal.db.deleteFrom('messages').where('message', '=', '删掉的').execute()
    await portal.runNotices()
    expect(portal.mails).toEqual([])
    const { id } = await portal.db.selectFrom('orders').select('id').limit(1).executeTakeFirstOrThrow()
    const message = '您的贷款申请被退回：征信有逾期'
    await sendMessage(
      portal.db,
      { company_id: companyId, message, category: 'application', application_id: id },
      portal.clock.ms,
    )
    await portal.runNotices()
    expect(portal.mails[0]?.text).toContain(
      `您的申请有新的进展，请登录查看。\nhttp://portal.test/mylist/1?poid=${id}`,
    )
    expect(JSON.stringify(portal.mails)).not.toContain('征信')
  })

  test('an answer is told once, ten minutes after the last one, unless it was read', async () => {
    await verify()
    await change('answer', 'mail')
    await say(person, '请问')
    const operator = await portal.loggedIn('13900000000')
    await portal.proveAll()
    const chat = (await person.get('/customer/api/v1/chat/resource')).body.data
    const path = `/operator/api/v1/conversations/${chat.id}/messages`
    await say(operator, '第一句', path)
    portal.clock.ms += 5 * MINUTE_MS
    await say(operator, '第二句', path)
    await portal.runNotices(ANSWER_WAIT_MS / MINUTE_MS)
    await portal.runNotices()
    expect(portal.mails).toHaveLength(1)
    expect(portal.mails[0]?.text).toContain('您的咨询有新的答复')
    expect(portal.mails[0]?.text).not.toContain('第二句')
    await say(operator, '第三句', path)
    await person.post('/customer/api/v1/chat/resource', { read_seq: 4 })
    await portal.runNotices(20)
    expect(portal.mails).toHaveLength(1)
  })

  test('the link of a mail ends them all, by one click from anywhere, and nothing else', async () => {
    await verify()
    await change('match', 'mail')
    await change('saved', 'sms')
    await tell('match', '甲')
    await portal.runNotices()
    const { stopUrl = '' } = portal.mails[0] ?? {}
    const path = stopUrl.replace('http://portal.test', '')
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': '' }
    const click = (target: string) =>
      portal.browser().send('POST', target, { headers: form, body: 'List-Unsubscribe=One-Click' })
    expect((await click(path.replace(/.{5}$/, 'AAAAA'))).body.code).toBe(404)
    expect((await portal.browser().get(path)).status).toBe(405)
    expect((await click(path)).body).toEqual({ code: 200 })
    expect((await person.get(REMINDERS)).body.data.on).toEqual([{ kind: 'saved', way: 'sms' }])
    await tell('match', '乙')
    await portal.runNotices()
    expect(portal.mails).toHaveLength(1)
    await person.post(WAYS, { way: 'mail', address: 'other@example.cn' })
    expect((await click(path)).body.code).toBe(404)
  })

  test('several processes and a second try send nothing twice; what a crash left is told no more', async () => {
    await verify()
    await change('match', 'mail')
    for (let index = 0; index < 20; index += 1) await tell('match', `政策${index}`)
    const { db, clock, logs } = portal
    await Promise.all([1, 2, 3, 4].map(() => noteMessages(db, clock.ms)))
    expect(await states()).toHaveLength(20)
    clock.ms += 5 * MINUTE_MS
    const mail = { send: async (sent: Mail) => void portal.mails.push(sent) }
    const log = (entry: LogEntry) => logs.push(entry)
    const none = { wechat: undefined, origin: 'http://portal.test', log }
    const sms = { send: async () => undefined }
    const run = () => runDue(db, noticeJobs({ sms, mail, ...none }), () => clock.ms, log)
    await Promise.all([run(), run(), run(), run()])
    expect(portal.mails).toHaveLength(1)
    expect(new Set(await states())).toEqual(new Set(['sent']))
    await db.updateTable('jobs').set({ done_at: null }).where('kind', '=', 'send-notices').execute()
    await db.updateTable('notices').set({ state: 'sending' }).where('id', '>', 0).execute()
    clock.ms += 10 * MINUTE_MS
    await run()
    expect(portal.mails).toHaveLength(1)
    expect(new Set(await states())).toEqual(new Set(['dropped unknown']))
  })
})

test('a server that is away is asked again; three refusals in a row end it, and the person is told where he looks', async () => {
  const sent: Mail[] = []
  let answer: 'takes' | 'away' | 'refuses' = 'takes'
  await open({
    mail: {
      send: async (mail) => {
        if (answer === 'away') throw new GatewayError('unreachable', 'SMTP', '451')
        if (answer === 'refuses') throw new AddressRefusedError('550')
        sent.push(mail)
      },
    },
  })
  await verify(sent)
  await change('match', 'mail')
  answer = 'away'
  await tell('match', '甲')
  await portal.runNotices()
  expect(await states()).toEqual(['waiting'])
  answer = 'takes'
  await portal.runNotices(2)
  expect(sent).toHaveLength(1)
  const refused = async (message: string) => {
    answer = 'refuses'
    await tell('match', message)
    await portal.runNotices()
    return (await person.get(REMINDERS)).body.data.ways.mail
  }
  expect(await refused('乙')).toMatchObject({ refused: '550', verified: true })
  expect(await states()).toEqual(['sent', 'refused 550'])
  answer = 'takes'
  await tell('match', '丙')
  await portal.runNotices()
  expect(sent).toHaveLength(2)
  expect((await person.get(REMINDERS)).body.data.ways.mail.refused).toBeNull()
  for (const verified of [true, true, false])
    expect(await refused('丁')).toMatchObject({ refused: '550', verified })
  answer = 'takes'
  await tell('match', '戊')
  await portal.runNotices()
  expect(sent).toHaveLength(2)
  await tell('match', '己')
  portal.clock.ms += 25 * HOUR_MS
  await portal.runNotices()
  expect((await states()).slice(-2)).toEqual(['dropped unwanted', 'dropped stale'])
  expect(JSON.stringify(portal.logs)).not.toContain(ADDRESS)
  expect((await person.post(WAYS, { way: 'mail', address: ADDRESS })).body.data.ways.mail.refused).toBeNull()
})

test('by SMS at most twice a day, never at night, one for all kinds where there is a template', async () => {
  const told: [string, number][] = []
  await open({ noticeSms: { tell: async (phone, count) => void told.push([phone, count]) } })
  await change('match', 'sms')
  await change('change', 'sms')
  const news = async (at: string) => {
    portal.clock.ms = Date.parse(`2026-11-${at}:00+08:00`)
    await tell('match', '甲')
    await tell('change', '乙')
    await portal.runNotices()
    return told.splice(0)
  }
  expect(await news('21T10:00')).toEqual([['13800000001', 2]])
  expect(await news('21T12:00')).toEqual([['13800000001', 2]])
  expect(await news('21T14:00')).toEqual([])
  expect(await news('21T23:00')).toEqual([])
  expect(await news('22T08:00')).toEqual([])
  portal.clock.ms = Date.parse('2026-11-22T08:56:00+08:00')
  await portal.runNotices()
  expect(told).toEqual([['13800000001', 6]])
})

describe('by SMS with a template for each of two kinds', () => {
  const told: string[] = []
  const failing: Record<string, GatewayError | undefined> = {}
  beforeEach(async () => {
    told.length = 0
    for (const kind of Object.keys(failing)) delete failing[kind]
    const send = async (kind: string) => {
      told.push(kind)
      if (failing[kind]) throw failing[kind]
    }
    await open({ noticeSms: { remind: () => send('remind'), tellNews: () => send('news') } })
    await change('deadline', 'sms')
    await change('saved', 'sms')
  })

  const bringBoth = async (policy_id = 11) => {
    const { db, clock } = portal
    const { id: customer_id } = await whoIs(person)
    const told = { company_id: companyId, subject: `policy-${policy_id}`, told_at: clock.ms }
    await db
      .insertInto('told')
      .values([
        { ...told, topic: 'deadline', occasion: '2026-12-01' },
        { ...told, topic: 'saved', occasion: String(clock.ms), customer_id },
      ])
      .execute()
    const { id: saved_search_id } = await db
      .insertInto('saved_searches')
      .values({ customer_id, condition: `${policy_id}`, rhythm: 'at_once', seen_news: 0, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { company_id: companyId, category: 'policy', message: '甲' } as const
    await sendMessage(db, { ...message, topic: 'deadline', platform_policy_id: policy_id }, clock.ms)
    await sendMessage(db, { ...message, customer_id, saved_search_id }, clock.ms)
  }

  test('each is an attempt of its own, and one of the two that a day may have', async () => {
    await bringBoth()
    await portal.runNotices()
    expect(told).toEqual(['remind'])
    await portal.runNotices()
    expect(told).toEqual(['remind', 'news'])
    await bringBoth(12)
    await portal.runNotices(30)
    expect(told).toHaveLength(2)
    portal.clock.ms = Date.parse('2026-11-22T09:30:00+08:00')
    await portal.runNotices()
    await portal.runNotices()
    expect(told).toEqual(['remind', 'news', 'remind', 'news'])
  })

  test.each([
    ['ECONNREFUSED', ['remind', 'news', 'news'], ['sent', 'sent']],
    ['timeout', ['remind', 'news'], ['sent', 'dropped unknown']],
  ])('when the second fails by %s the first is not sent again', async (code, all, ends) => {
    failing.news = new GatewayError('unreachable', 'SendSms', code)
    await bringBoth()
    await portal.runNotices()
    await portal.runNotices()
    delete failing.news
    await portal.runNotices(30)
    expect(told).toEqual(all)
    expect(await states()).toEqual(ends)
  })

  test('a refusal of the first does not keep the second back', async () => {
    failing.remind = new GatewayError('refused', 'SendSms', 'isv.MOBILE_NUMBER_ILLEGAL')
    await bringBoth()
    await portal.runNotices()
    await portal.runNotices()
    expect(told).toEqual(['remind', 'news'])
    expect(await states()).toEqual(['refused isv.MOBILE_NUMBER_ILLEGAL', 'sent'])
  })

  test('what has lost its template is told to nobody, and counts as none of the day', async () => {
    await portal.db
      .insertInto('told_ways')
      .values({ customer_id: (await whoIs(person)).id, kind: 'match', way: 'sms' })
      .execute()
    await tell('match', '甲')
    await portal.runNotices()
    expect(await states()).toEqual(['dropped unwanted'])
    await bringBoth()
    for (let times = 0; times < 3; times += 1) await portal.runNotices()
    expect(told).toEqual(['remind', 'news'])
  })
})

describe('WeChat', () => {
  test('is bound by WeChat’s own consent, for the person who began, and told by a template', async () => {
    const platform = await openFakeWeChat()
    await open({
      env: {
        WECHAT_APP_ID: APP.appId,
        WECHAT_APP_SECRET: APP.appSecret,
        WECHAT_ENDPOINT: platform.url,
        WECHAT_TEMPLATE_ID: 'template-1',
        PUBLIC_ORIGINS: 'http://portal.test',
      },
    })
    const sent: unknown[] = []
    const answer = platform.answer
    let errcode = 0
    platform.answer = (asked) => {
      if (asked.target.startsWith('/sns/oauth2/access_token?'))
        return asked.target.includes('code=right') ? { body: { openid: 'openid-1' } } : refuse(40029)
      if (!asked.target.startsWith('/cgi-bin/message/template/send?')) return answer(asked)
      sent.push(JSON.parse(asked.body))
      return errcode ? refuse(errcode) : { body: { errcode: 0, errmsg: 'ok', msgid: 1 } }
    }
    expect((await change('match', 'wechat')).message).toBe('请先绑定微信')
    const url = new URL((await person.get(REMINDERS)).body.data.ways.wechat.consent)
    expect(url.origin + url.pathname).toBe('https://open.weixin.qq.com/connect/oauth2/authorize')
    expect(url.searchParams.get('redirect_uri')).toBe('http://portal.test/account')
    const state = url.searchParams.get('state')
    const other = await portal.loggedIn('13800000002')
    expect((await other.post(WAYS, { way: 'wechat', code: 'right', state })).body.code).toBe(400)
    expect((await person.post(WAYS, { way: 'wechat', code: 'wrong', state })).body.code).toBe(409)
    expect(
      (await person.post(WAYS, { way: 'wechat', code: 'right', state })).body.data.ways.wechat.verified,
    ).toBe(true)
    await change('match', 'wechat')
    await tell('match', '甲')
    await portal.runNotices()
    expect(sent).toEqual([
      {
        touser: 'openid-1',
        template_id: 'template-1',
        url: 'http://portal.test/review/11',
        data: { thing1: { value: '新的匹配 1 条' }, time2: { value: '2026-11-21 10:05' } },
      },
    ])
    errcode = 43004
    await tell('match', '乙')
    await portal.runNotices()
    expect((await person.get(REMINDERS)).body.data.ways.wechat.refused).toBe('43004')
    const others = new URL((await other.get(REMINDERS)).body.data.ways.wechat.consent)
    const binding = { way: 'wechat', code: 'right', state: others.searchParams.get('state') }
    expect((await other.post(WAYS, binding)).body.data.ways.wechat.verified).toBe(true)
    const lost = (await person.get(REMINDERS)).body.data
    expect([lost.on, lost.ways.wechat.verified]).toEqual([[], false])
    await other.put(REMINDERS, { told: { kind: 'match', way: 'wechat', on: true } })
    expect((await other.post(WAYS, { way: 'wechat', code: null })).body.data).toMatchObject({
      on: [],
      ways: { wechat: { to: null, verified: false } },
    })
    await platform.close()
  })

  test('is not offered where the portal has no account', async () => {
    await open()
    expect((await person.get(REMINDERS)).body.data.ways.wechat).toMatchObject({ kinds: [], consent: null })
    expect((await person.post(WAYS, { way: 'wechat', code: randomUUID(), state: 'x' })).body.code).toBe(409)
    expect((await change('match', 'wechat')).code).toBe(409)
  })
})
