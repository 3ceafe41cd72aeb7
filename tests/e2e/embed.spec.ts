import type { FrameLocator, Page } from 'playwright/test'
import { HINT_COOKIE, HINT_VALUE } from '../../src/lib/contract/account/hint-cookie.ts'
import { type EmbedLook, embedSnippet, hostPolicy } from '../../src/lib/rules/embed.ts'
import { expectAccessible } from './support/desk.ts'
import { question, walkToResult } from './support/match.ts'
import { expect, test } from './support/portal.ts'
import { E2E_ORIGIN } from './support/server.ts'

/** In EMBED_HOSTS, and not. Both are the same server. */
const FRIEND = `http://friend.localhost:${process.env['E2E_OTHERS']}`
const STRANGER = `http://stranger.localhost:${process.env['E2E_OTHERS']}`

const snippet = (path = '/embed/match', look: EmbedLook = {}) =>
  embedSnippet({ origin: E2E_ORIGIN, path, full: '/match', title: '知策', look })
const plain = (path?: string) => snippet(path).replace(/<script.*<\/script>/, '')

const page = (body: string, dir = 'ltr') =>
  `<!doctype html><html dir="${dir}"><title>园区</title><body>${body}`

async function visit(at: Page, html: string, { origin = FRIEND, policy = '' } = {}): Promise<FrameLocator> {
  await at.goto(`${origin}/?${new URLSearchParams({ html, policy })}`)
  return at.locator('iframe').first().contentFrame()
}

/** Checks that the frame's window and content have the same height, and returns it. */
async function expectFits(frame: FrameLocator): Promise<number> {
  const sizes = () =>
    frame.locator('body').evaluate((body) => ({
      content: Math.ceil(body.getBoundingClientRect().height),
      window: innerHeight,
      scrolls: document.documentElement.scrollHeight > innerHeight,
    }))
  await expect
    .poll(async () => {
      const { content, window, scrolls } = await sizes()
      return !scrolls && Math.abs(window - content) <= 1
    })
    .toBe(true)
  return (await sizes()).content
}

test('a visitor answers within another page, which provides the space, and nothing is stored, sent or requested', {
  tag: '@journey',
}, async ({ page: at, context }) => {
  await context.addCookies([{ name: HINT_COOKIE, value: HINT_VALUE, url: E2E_ORIGIN, sameSite: 'Lax' }])
  const before = await context.cookies()
  const asked: string[] = []
  at.on('request', (request) => asked.push(request.url()))
  // A strict site adds two lines, no style and no script of its own.
  const policy = `default-src 'none'; ${hostPolicy(E2E_ORIGIN)}`
  const frame = await visit(at, page(`<input autofocus><p>关于园区</p>${snippet()}<p>尾</p>`), { policy })
  await expect(question(frame, 'kind')).toBeVisible()
  const first = await expectFits(frame)
  await expect(at.locator('input')).toBeFocused()

  await walkToResult(frame)
  await expect(frame.getByText('回答只在这一页，没有保存，也没有发送出去。')).toBeVisible()
  const result = await expectFits(frame)
  expect(result).not.toBe(first)
  await expect(frame.getByRole('button', { name: /存到企业账户|关注/ })).toHaveCount(0)
  await expect(frame.getByRole('heading', { name: /^按 \d+ 个回答估算/ })).toBeInViewport()

  const parts = asked.filter((address) => !address.startsWith(FRIEND)).map((address) => new URL(address))
  expect(parts.filter(({ origin }) => origin !== E2E_ORIGIN)).toEqual([])
  expect(parts.filter(({ pathname }) => !/^\/(embed|frontend)\//.test(pathname))).toEqual([])
  expect(await context.cookies()).toEqual(before)
  const kept = () => localStorage.length + sessionStorage.length
  expect(await frame.locator('body').evaluate(kept)).toBe(0)

  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: '到知策保存' }).click(),
  ])
  await expect(opened).toHaveURL(`${E2E_ORIGIN}/match#result`)
  await expect(opened.getByRole('heading', { name: /^按 \d+ 个回答估算/ })).toBeVisible()
  await expectAccessible(opened)
})

test('without the script it is a frame that scrolls, tells nobody anything, and without frames a link', async ({
  page: at,
  context,
}) => {
  const listen = '<script>told = 0; addEventListener("message", () => { told += 1 })</script>'
  const frame = await visit(at, page(`${listen}${plain()}<iframe src="${STRANGER}"></iframe>`))
  await expect(question(frame, 'kind')).toBeVisible()
  const rest = await frame.locator('body').evaluate(() => document.documentElement.scrollHeight - innerHeight)
  expect(rest).toBeGreaterThan(0)
  await frame.getByRole('button', { name: '下一步' }).click()
  await expect(frame.getByRole('heading', { name: '逐题测算' })).toBeInViewport()
  expect(await at.evaluate('told')).toBe(0)
  // From a foreign window, and of another version: neither gets an answer.
  const stranger = at.locator('iframe').nth(1).contentFrame()
  await stranger.locator('html').evaluate(() => parent.frames[0]?.postMessage({ zhice: 1 }, '*'))
  expect(await frame.locator('html').getAttribute('data-sized')).toBe(null)
  await at.evaluate(() => document.querySelector('iframe')?.contentWindow?.postMessage({ zhice: 2 }, '*'))
  await frame.getByRole('button', { name: '上一步' }).click()
  await expect(frame.getByRole('heading', { name: '基本情况' })).toBeInViewport()
  expect(await at.evaluate('told')).toBe(0)

  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    frame.getByRole('link', { name: '在知策打开' }).click(),
  ])
  await expect(opened).toHaveURL(`${E2E_ORIGIN}/match`)
})

test('/embed shows a preview, explains a refused colour, and contains the code', async ({
  page: at,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await at.goto('/embed')
  const frame = at.frameLocator('iframe')
  await expect(question(frame, 'kind')).toBeVisible()
  await expectFits(frame)
  await at.getByLabel('放什么').selectOption({ label: '测一项：高新技术企业认定' })
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('高新技术企业认定')
  await at.getByLabel('链接和按钮的颜色').fill('#ffcc00')
  await expect(at.getByText(/^#ffcc00 在浅色底上的对比度是 1\.\d/)).toBeVisible()
  await at.getByRole('main').getByLabel('深色').check()
  await expect(at.getByText('低于 4.5')).toBeHidden()
  await expect
    .poll(() =>
      frame.getByRole('link', { name: '在知策打开' }).evaluate((link) => getComputedStyle(link).color),
    )
    .toBe('rgb(255, 204, 0)')
  await at.getByRole('button', { name: '复制代码' }).click()
  await expect(at.getByText('代码已复制。')).toBeVisible()
  const look = { colour: '#ffcc00', ground: 'dark' } as const
  const part = { origin: E2E_ORIGIN, path: '/embed/policy/2', full: '/pmanagement/2' }
  expect(await at.evaluate(() => navigator.clipboard.readText())).toBe(
    embedSnippet({ ...part, title: '知策：是否符合高新技术企业认定', look }),
  )
  await at.goto('/embed?policy=2')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('高新技术企业认定')
})
