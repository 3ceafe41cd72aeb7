import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import type { Connection } from '../../server/db/schema.ts'
import { outboxPath } from '../../server/sms/gateway.ts'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'
import { CATALOGUE } from '../../server/testing/portal.ts'
import { createSchema, TEST_DATABASE_URL } from '../../server/testing/postgres.ts'
import { SMS_CODE_TRIES } from '../../src/lib/contract/account/sms.ts'

const SMS = '/main/api/v1/sms'
const LOGIN = '/customer/api/v1/customer'
const CHECK = '/customer/api/v1/login'

/** Requires TEST_DATABASE_URL to share: `scripts/postgres.sh npx vitest run`. */
describe.skipIf(!TEST_DATABASE_URL)('two processes on one PostgreSQL (needs TEST_DATABASE_URL)', () => {
  let schema: Awaited<ReturnType<typeof createSchema>>
  let shared: Connection
  let folder: string
  let children: ReturnType<typeof runNode>[]
  let origins: string[]
  let phones = 0

  beforeAll(async () => {
    schema = await createSchema()
    folder = await mkdtemp(join(tmpdir(), 'processes-'))
    await mkdir(join(folder, 'dist/frontend/data'), { recursive: true })
    await writeFile(join(folder, 'dist/frontend/data/catalogue.json'), JSON.stringify(CATALOGUE))
    const env = { PORT: '0', DATABASE_URL: schema.url, DATA_DIR: folder, DIST_DIR: join(folder, 'dist') }
    // At once, on an empty database.
    children = [1, 2].map(() => runNode(['server/index.ts'], { ...env, TRUSTED_PROXY_HOPS: '1' }))
    const starts = await Promise.all(children.map((child) => outputOf(child, /请打开：(\S+)/)))
    origins = starts.map(([, origin = '']) => origin)
    shared = await connect(schema.url)
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM')
    expect(await Promise.all(children.map(ended))).toEqual([0, 0])
    await shared.close()
    await schema.drop()
    await rm(folder, { recursive: true })
  })

  const newPhone = () => `138${String(++phones).padStart(8, '0')}`

  interface ChatAnswer {
    body: { result: { items: { seq: number; detail: string }[] } }
  }

  interface PostOptions {
    address?: string
    cookie?: string
  }

  interface Answer {
    body: { code: number }
    cookie: string
  }

  async function ask(
    server: number,
    path: string,
    init: RequestInit = {},
    address = newPhone(),
  ): Promise<Answer> {
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, ...init.headers }
    const answer = await fetch(`${origins[server % 2]}${path}`, { ...init, headers })
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return { body: (await answer.json()) as { code: number }, cookie }
  }
  const post = (server: number, path: string, body: object, { address, cookie = '' }: PostOptions = {}) =>
    ask(
      server,
      path,
      { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', cookie } },
      address,
    )
  const admitted = (answers: Answer[]) => answers.filter(({ body }) => body.code === 200)
  const times = <Result>(count: number, act: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)))

  async function sendCode(phone: string): Promise<{ captcha: string; cookie: string }> {
    const { body, cookie } = await post(0, SMS, { phone })
    expect(body.code).toBe(200)
    const lines = (await readFile(outboxPath(folder), 'utf8')).trim().split('\n')
    const { code } = lines.map((line) => JSON.parse(line)).findLast((sent) => sent.phone === phone)
    return { captcha: code, cookie }
  }

  async function logIn(): Promise<string> {
    const phone = newPhone()
    const { captcha, cookie } = await sendCode(phone)
    return (await post(0, LOGIN, { phone, captcha }, { cookie })).cookie
  }

  test('a phone gets one code a minute from both together', async () => {
    const phone = newPhone()
    const address = '203.0.113.6'
    const sends = await times(40, (index) => post(index, SMS, { phone }, { address }))
    expect(admitted(sends)).toHaveLength(1)
  })

  test('a code opens one session, one customer is made, one welcome is sent', async () => {
    const phone = newPhone()
    const { captcha, cookie } = await sendCode(phone)
    // At most the attempts of a code; otherwise the count alone would refuse the others.
    const logins = await times(SMS_CODE_TRIES, (index) => post(index, LOGIN, { phone, captcha }, { cookie }))
    expect(admitted(logins)).toHaveLength(1)
    const rows = await shared.db
      .selectFrom('customers')
      .innerJoin('sessions', 'sessions.customer_id', 'customers.id')
      .innerJoin('messages', 'messages.customer_id', 'customers.id')
      .select('customers.id')
      .where('phone', '=', phone)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('a session begun at one is known at the other, and ends at both', async () => {
    const phone = newPhone()
    const asked = await sendCode(phone)
    const { cookie } = await post(0, LOGIN, { phone, captcha: asked.captcha }, { cookie: asked.cookie })
    const check = async (server: number) => (await ask(server, CHECK, { headers: { cookie } })).body.code
    expect(await check(1)).toBe(200)
    await ask(1, '/customer/api/v1/logout', { headers: { cookie } })
    expect(await check(0)).toBe(401)
  })

  test('a chat has one order, whichever process accepts the messages', async () => {
    const cookie = await logIn()
    const chat = '/customer/api/v1/chat/detail/phone'
    const send = (server: number, client_id: string) =>
      post(server, chat, { detail: client_id, type: 0, client_id }, { cookie })
    // Each text goes to both at once, as from a browser that got no answer from the first.
    const sent = await times(40, (index) => send(index, `text-${index >> 1}`))
    expect(admitted(sent)).toHaveLength(40)
    const read = (server: number) => ask(server, `${chat}?after=0`, { headers: { cookie } })
    const [first, second] = (await Promise.all([read(0), read(1)])) as unknown as ChatAnswer[]
    expect(first?.body.result.items.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(new Set(first?.body.result.items.map(({ detail }) => detail)).size).toBe(20)
    expect(second?.body).toEqual(first?.body)
  })

  describe('news', () => {
    const DETAIL = '/customer/api/v1/chat/detail/phone'
    const write = (server: number, cookie: string, client_id: string) =>
      post(server, DETAIL, { detail: '您好', type: 0, client_id }, { cookie })
    const poll = async (server: number, cookie: string) => {
      const headers = { cookie, 'if-none-match': '"0-0"' }
      const answer = await fetch(`${origins[server]}${DETAIL}?after=1`, { headers })
      await answer.arrayBuffer()
      return answer.status
    }
    const soon = <Value>(what: () => Value) => expect.poll(what)
    async function openStream(server: number, cookie: string) {
      const headers = { cookie, accept: 'text/event-stream' }
      let answer: Response | undefined
      await soon(async () => {
        answer = await fetch(`${origins[server]}/customer/api/v1/chat/events`, { headers })
        return answer.headers.get('content-type')
      }).toContain('event-stream')
      const reader = answer?.body?.getReader()
      return async () => {
        const { done, value } = (await reader?.read()) ?? {}
        return done ? 'end' : new TextDecoder().decode(value)
      }
    }

    test('what one process writes is news at the other, and no poll there is 304 any more', async () => {
      const cookie = await logIn()
      await write(0, cookie, 'first')
      await soon(() => poll(1, cookie)).toBe(304)
      const next = await openStream(1, cookie)
      expect(await next()).toContain('news')
      await write(0, cookie, 'second')
      expect(await next()).toContain('news')
      await soon(() => poll(1, cookie)).toBe(200)
      expect(await poll(0, cookie)).toBe(200)
    })

    test('a logout at one ends the stream at the other', async () => {
      const cookie = await logIn()
      const next = await openStream(1, cookie)
      await ask(0, '/customer/api/v1/logout', { headers: { cookie } })
      let said = ''
      while (said !== 'end') said = await next()
    })
  })

  test("a company's last storage goes to one upload from both together", async () => {
    const cookie = await logIn()
    const { file_storage_mb } = await shared.db
      .selectFrom('packages')
      .select('file_storage_mb')
      .where('level', '=', 1)
      .executeTakeFirstOrThrow()
    const all = file_storage_mb * 1024 ** 2
    const token = (server: number) =>
      ask(server, `/main/api/v1/sts_not_token?bucket=documents&size=${all}`, { headers: { cookie } })
    const answers = await times(50, token)
    expect(admitted(answers)).toHaveLength(1)
    expect(answers.filter(({ body }) => 'overflow' in body)).toHaveLength(49)
  })
})
