import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OFFLINE, openVisitor, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let refreshPopular: (list: HTMLElement) => Promise<void>

beforeEach(async () => {
  visitor = await openVisitor()
  vi.resetModules()
  ;({ refreshPopular } = await import('../../src/islands/policy/refresh-popular.ts'))
})
afterEach(() => visitor.close())

const MONEY = '<span class="lead">最高</span><span class="sum"><b>1</b><i>元</i></span>'
const WORD = '<span class="sum"><b class="word">认定</b></span>'

function row(id: number, figure: string): string {
  return `<li><p class="figure">${figure}</p><h3><a href="/popular/${id}">旧标题</a></h3>
    <span class="state" data-window="dated/2020-01-01/2020-02-01" data-tone="closed"><b>已到期</b> <span></span></span></li>`
}

function build(...rows: string[]): HTMLElement {
  const list = visitor.document.createElement('ol')
  list.dataset['popular'] = ''
  list.innerHTML = rows.join('')
  visitor.document.body.append(list)
  return list as unknown as HTMLElement
}

function say(changes: Record<number, object>): void {
  const { catalogue } = visitor.portal.built
  visitor.portal.built.catalogue = {
    ...catalogue,
    items: catalogue.items.map((item) => ({ ...item, ...changes[item.id] })),
  }
}

const words = (list: HTMLElement, id: number) =>
  list.querySelector(`li:has([href="/popular/${id}"])`)?.textContent?.replace(/\s+/g, ' ').trim()

test("figure, title and window are today's; rows neither appear nor disappear nor move", async () => {
  const list = build(row(23, WORD), row(22, MONEY))
  const amount = { lead: '最高', max: 500_000, unit: '元' as const, per: '家' }
  say({
    22: { title: '新标题', amount, window: { kind: 'dated', opens: null, closes: '2027-01-31' } },
    23: { title: '名称', amount: { max: 30_000, unit: '元' } },
  })
  await refreshPopular(list)
  expect(words(list, 22)).toMatch(/^最高50万元／家新标题 申报中/)
  expect(words(list, 23)).toMatch(/^3万元名称/)
  expect([...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/popular/23',
    '/popular/22',
  ])
})

test("the days left follow the server's clock, not the device's", async () => {
  const list = build(row(22, MONEY))
  say({ 22: { title: '新标题', window: { kind: 'dated', opens: null, closes: '2026-12-01' } } })
  visitor.network = async (send) => {
    const answer = await send()
    visitor.portal.clock.ms = Date.parse('2027-03-01T00:00:00+08:00')
    return answer
  }
  await refreshPopular(list)
  expect(words(list, 22)).toMatch(/新标题 即将截止 还剩 10 天$/)
})

test('without an answer the list stands as it was built', async () => {
  const list = build(row(22, MONEY))
  const before = list.innerHTML
  visitor.network = OFFLINE
  await expect(refreshPopular(list)).rejects.toThrow()
  expect(list.innerHTML).toBe(before)
})

test("a single page shows today's figure, title and window, and keeps a mark behind the title", async () => {
  const amount = { lead: '最高', max: 500_000, unit: '元' as const }
  say({ 22: { title: '新标题', amount, window: { kind: 'dated', opens: null, closes: '2027-01-31' } } })
  vi.stubGlobal('location', { pathname: '/popular/22' })
  const article = visitor.document.createElement('article')
  article.innerHTML = `<p class="figure">${MONEY}</p><h1><span class="name">旧标题</span><span>演示内容</span></h1>
    <span data-window="rolling" data-tone="rolling"><b>常年受理</b></span>`
  await refreshPopular(article as unknown as HTMLElement)
  const said = article.textContent?.replace(/\s+/g, ' ').trim()
  expect(said).toBe('最高50万元新标题演示内容 申报中')
  expect(visitor.requests).toHaveLength(1)
})
