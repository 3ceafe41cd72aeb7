import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { put } from '../testing/chat-room.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const REPLIES = '/operator/api/v1/replies'
const GREETING = { title: '问候', text: '您好，\n请问有什么可以帮您？' }
let portal: TestPortal
let operator: Browser

beforeEach(async () => {
  portal = await openPortal()
  operator = await portal.loggedIn('13900000000')
})
afterEach(() => portal.close())

const read = async () => (await operator.get(REPLIES)).body.data
const save = async (items: unknown[], revision: number) =>
  (await put(operator, REPLIES, { items, revision })).body

test('there are none at first; what is saved is there for everybody', async () => {
  expect(await read()).toEqual({ items: [], revision: 0 })
  expect(await save([GREETING], 0)).toMatchObject({ data: { items: [GREETING], revision: 1 } })
  expect(await save([], 1)).toMatchObject({ data: { items: [], revision: 2 } })
  expect(await read()).toEqual({ items: [], revision: 2 })
})

test('another setting stays, also one that says the same', async () => {
  await save([GREETING], 0)
  const { db } = portal
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', 'like', '%replies%')
    .executeTakeFirstOrThrow()
  await db.insertInto('settings').values({ name: 'another', value }).execute()
  await save([], 1)
  const another = db.selectFrom('settings').select('value').where('name', '=', 'another')
  expect(await another.executeTakeFirst()).toEqual({ value })
})

test('of several who save at once one does, and nobody writes over what he has not seen', async () => {
  for (const revision of [0, 1]) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) => save([{ title: `第 ${number}`, text: '好' }], revision)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
  }
  expect((await save([GREETING], 0)).code).toBe(409)
  expect((await save([GREETING], 9)).code).toBe(409)
})

test.each([[{ title: '', text: '好' }], [{ title: '好', text: ' ' }], [{ title: '好', text: '\u0000' }]])(
  '%o is refused',
  async (reply) => {
    expect((await save([reply], 0)).code).toBe(400)
  },
)

test('more than 100 are refused', async () => {
  expect((await save(Array(101).fill(GREETING), 0)).code).toBe(400)
})
