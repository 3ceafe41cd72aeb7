/** Names, roles, states and announcements, from each engine's own accessibility tree. */
import { expect } from 'playwright/test'
import { scene } from '../e2e/support/scene.ts'
import type { BrowserPage } from './page.ts'
import { type Engine, logIn, openChat, test } from './person.ts'
import { type Heard, type States, treeOf } from './tree.ts'

const DESK = { width: 1600, height: 900 }

interface Wanted {
  role: string
  name?: string | RegExp
  text?: RegExp
  /** Not for WebKit, whose driver does not report them. */
  states?: States
}

async function expectHeard(page: BrowserPage, engine: Engine, ...wanted: Wanted[]): Promise<void> {
  await expect
    .poll(async () => {
      const tree = await treeOf(page, engine)
      return wanted.filter((each) => !tree.some((heard) => fits(heard, each)))
    })
    .toEqual([])
}

function fits({ role, name, text, states }: Heard, wanted: Wanted): boolean {
  const isNamed = typeof wanted.name === 'string' ? name === wanted.name : (wanted.name?.test(name) ?? true)
  return (
    role === wanted.role &&
    isNamed &&
    (wanted.text?.test(text.trim()) ?? true) &&
    (!states ||
      Object.entries(wanted.states ?? {}).every(([state, value]) => states[state as keyof States] === value))
  )
}

// Firefox keeps a tree from the first request on, and knows only part of a dialog that is already open.
test.beforeEach(({ person, engine }) => treeOf(person, engine))

test('a page: the skip link, the banner, one main, a star that is not pressed', async ({
  person: page,
  engine,
}) => {
  await page.setViewportSize(DESK)
  await page.goto('/pmanagement/2')
  await expectHeard(
    page,
    engine,
    { role: 'navigation', name: '当前位置' },
    { role: 'complementary', name: '联系我们' },
    { role: 'contentinfo' },
    { role: 'button', name: /^关注/, states: { pressed: false } },
  )
  const tree = await treeOf(page, engine)
  expect(tree[0]).toMatchObject({ role: 'link', name: '跳到正文' })
  expect(tree.filter(({ role }) => role === 'main')).toHaveLength(1)
  const banner = tree.filter(({ within }) => within.includes('banner'))
  expect(banner.map(({ role, name }) => `${role} ${name}`)).toEqual([
    'link 知策，首页',
    'navigation 主导航',
    'link 首页',
    'link 政策解读',
    'link 政策原文',
    'link 政策资讯',
    'link 服务商入驻',
    'button 所在地区： 全国',
    'search 站内搜索',
    'link 搜政策',
    'searchbox 政策名称或发文字号',
    'button 搜索',
    'button 消息',
    'button 登录',
  ])
})

test('an application: what is missing, and where the focus goes afterwards', async ({
  person: page,
  engine,
}) => {
  await page.setViewportSize(DESK)
  await page.goto('/pmanagement/15')
  await page.getByRole('button', { name: '我要申报' }).click()
  const form = page.getByRole('dialog', { name: /^申报/ })
  await form.getByRole('button', { name: '登录并提交申报' }).click()
  const description = '请填写联系人'
  await expectHeard(
    page,
    engine,
    { role: 'dialog', name: /^申报/ },
    { role: 'textbox', name: '联系人', states: { invalid: true, description } },
    { role: 'alert', text: /^还不能提交，请检查：联系人、联系电话$/ },
  )
  await form.getByLabel('联系人').press('Escape')
  await form.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('我要申报')
})

test('the chat: its log is silent, and an answer is told', async ({ person: page, engine, phone }) => {
  await page.setViewportSize(DESK)
  await logIn(page, phone)
  // A short page, because WebKit is queried for each element.
  await page.goto('/compare')
  const chat = await openChat(page)
  await chat.getByLabel('消息内容').fill('您好')
  await chat.getByRole('button', { name: '发送', exact: true }).click()
  await chat.getByText('发送成功').waitFor()
  await scene('reply', phone, '您好，请讲')
  await expectHeard(
    page,
    engine,
    { role: 'dialog', name: '专家咨询' },
    { role: 'log', name: '与专家的对话', states: { live: 'off' } },
    { role: 'status', text: /您好，请讲/, states: { live: 'polite' } },
  )
})
