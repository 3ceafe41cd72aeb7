import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXPORTED_LISTS, type ExportedList } from '../../src/lib/contract/operator/export.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { say, whoIs } from '../testing/chat-room.ts'
import { fillDesk } from '../testing/fill-desk.ts'
import { openPortal } from '../testing/portal.ts'
import { openRoom, type Room, UPGRADE } from '../testing/reservation-room.ts'

const LISTS = Object.keys(EXPORTED_LISTS) as ExportedList[]

let room: Room
beforeEach(async () => {
  room = await openRoom(await openPortal({ env: { OPERATOR_PHONES: '13900000000' } }))
})
afterEach(() => room.portal.close())

const addressOf = (list: ExportedList, filter = '') =>
  `/operator/api/v1/export?${new URLSearchParams({ list, filter })}`

async function fetchCsv(list: ExportedList, filter = '', browser = room.operator) {
  return browser.get(addressOf(list, filter))
}

/** Returns rows of cells; every cell must be in quotes. */
function readCsv(text: string): string[][] {
  const rows = text.match(/(?:"(?:[^"]|"")*",?)+\r\n/g) ?? []
  expect(rows.join('')).toBe(text)
  return rows.map((row) =>
    [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  )
}

async function nameCompany(name: string): Promise<number> {
  const { company_id } = await whoIs(room.company)
  await room.portal.db.updateTable('companies').set({ name }).where('id', '=', company_id).execute()
  return company_id
}

test.each(['=HYPERLINK("http://evil.example","中奖")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1'])(
  'what a spreadsheet would run is shown as text: %j',
  async (name) => {
    await nameCompany(name)
    const rows = readCsv((await fetchCsv('companies')).body)
    expect(rows.map((row) => row[1])).toContain(`'${name}`)
  },
)

test('commas, quotes, line breaks and emoji come back as they were', async () => {
  const name = '甲,乙"丙"\n丁;👩‍👩‍👧'
  const company_id = await nameCompany(name)
  const { body, headers } = await fetchCsv('companies')
  const rows = readCsv(body)
  expect(rows[0]).toEqual(['编号', '企业', '等级', '申请', '已用字节', '额度字节', '注册时间'])
  expect(rows).toContainEqual([String(company_id), name, '1', '0', '0', '1073741824', '2026-11-21 10:00'])
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain('企业-2026-11-21.csv')
})

test('the file begins with the mark by which spreadsheets know UTF-8', async () => {
  const cookie = [...room.operator.cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const answer = await room.portal.app.request(`http://portal.test${addressOf('orders')}`, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})

test('a list of ten thousand rows is whole, each once, in its order', async () => {
  const { id } = await whoIs(room.operator)
  await fillDesk(room.portal.db, {
    companies: 5,
    conversations: 5,
    applications: 10_000,
    operatorId: id,
    nowMs: room.portal.clock.ms,
  })
  const [, ...rows] = readCsv((await fetchCsv('orders', 'state=submitted&kind=application')).body)
  const { result } = (await room.operator.get('/operator/api/v1/orders?state=submitted&kind=application'))
    .body
  expect(rows).toHaveLength(result.total)
  const [, ...all] = readCsv((await fetchCsv('orders')).body)
  expect(new Set(all.map(([receipt]) => receipt)).size).toBe(10_000)
  const times = all.map((row) => row[7] ?? '')
  expect(times).toEqual([...times].sort().reverse())
})

test.each(LISTS)('%s: as many rows as its list, with the same filter', async (list) => {
  const { portal, operator } = room
  await fillDesk(portal.db, {
    companies: 30,
    conversations: 60,
    applications: 50,
    operatorId: (await whoIs(operator)).id,
    nowMs: portal.clock.ms,
  })
  await portal.securityEvents()
  const [path, filter] = (
    {
      conversations: ['conversations', 'state=waiting&assigned=none'],
      orders: ['orders', 'kind=application&state=submitted'],
      requests: ['additional', 'state=submitted'],
      reservations: ['reservations', 'state=requested'],
      corrections: ['corrections', 'state=open'],
      companies: ['companies', 'level=1'],
      security: ['security-events', 'event=login&days=30'],
    } as const
  )[list]
  const { total } = (await operator.get(`/operator/api/v1/${path}?${filter}`)).body.result
  const [headings, ...rows] = readCsv((await fetchCsv(list, filter)).body)
  expect(rows).toHaveLength(total)
  expect(total).toBeGreaterThan(0)
  for (const row of rows) expect(row).toHaveLength(headings?.length ?? 0)
  const noted = (await portal.securityEvents()).filter(({ event }) => event === 'list-exported')
  expect(noted).toMatchObject([{ role: 'operator', note: `${EXPORTED_LISTS[list]}，${total} 条（有筛选）` }])
})

test('phones stand there as the lists show them', async () => {
  await room.reserve(UPGRADE)
  expect((await fetchCsv('reservations')).body).toContain('13800000009')
  await say(room.company, '您好')
  for (const list of ['conversations', 'companies', 'security'] as const)
    expect((await fetchCsv(list)).body).not.toContain('13800000001')
})

test('an empty list has its headings', async () => {
  expect(readCsv((await fetchCsv('orders', 'state=paid')).body)).toHaveLength(1)
})

test('only operators export, shortly after they have proved who they are, and not without end', async () => {
  const { portal, operator, company } = room
  expect((await fetchCsv('orders', '', company)).body.code).toBe(403)
  expect((await fetchCsv('orders', '', portal.browser())).body.code).toBe(401)
  expect((await fetchCsv('orders', 'state=nothing')).body.code).toBe(400)
  expect((await operator.get(addressOf('nothing' as ExportedList))).body.code).toBe(400)
  expect((await operator.get(addressOf('orders'), { 'sec-fetch-site': 'cross-site' })).body.code).toBe(403)
  const codes: unknown[] = []
  for (let count = 0; count < 20; count += 1) codes.push((await fetchCsv('orders')).body.code)
  expect(codes.at(-1)).toBe(429)
  portal.clock.ms += HOUR_MS
  expect((await fetchCsv('orders')).body).toMatchObject({ code: 403, prove: 'code' })
})
