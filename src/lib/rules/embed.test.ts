import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { colourProblem, embedAddress, embedSnippet, hostPolicy, readColour, readEmbedLook } from './embed.ts'

describe('colours', () => {
  test.each([
    ['#0B5C63', '#0b5c63'],
    [' 0b5c63 ', '#0b5c63'],
    ['0bc', '#00bbcc'],
    ['', undefined],
    ['#0b5c6', undefined],
    ['#0b5c6333', undefined],
    ['teal', undefined],
    ['red;background:url(x)', undefined],
    ['ｆｆｆ', undefined],
  ])('%j', (text, colour) => expect(readColour(text)).toBe(colour))

  test('what is refused is said, for the grounds on which it may stand', () => {
    expect(colourProblem({})).toBe(null)
    expect(colourProblem({ colour: '#0b5c63', ground: 'light' })).toBe(null)
    expect(colourProblem({ colour: '#777777', ground: 'light' })).toBe(
      '#777777 在浅色底上的对比度是 4.4，低于 4.5，看不清；那里用本站的颜色。',
    )
    expect(colourProblem({ colour: '#ffcc00' })).toMatch(/^#ffcc00 在浅色底上的对比度是 1\.\d，低于 4\.5/)
    expect(colourProblem({ colour: '#111111' })).toContain('在深色底上')
  })
})

describe('the address of a frame', () => {
  test.each([
    ['', {}],
    ['?color=0b5c63&ground=dark', { colour: '#0b5c63', ground: 'dark' }],
    ['?color=%230B5C63&ground=DARK', { colour: '#0b5c63' }],
    ['?color=red&ground=%22%3E', {}],
    ['?color=0b5c63&color=red', { colour: '#0b5c63' }],
  ])('%s', (search, look) => expect(readEmbedLook(search)).toEqual(look))

  test('says what was chosen, and is read back', () => {
    const look = { colour: '#0b5c63', ground: 'dark' } as const
    const address = embedAddress({ origin: 'https://a.cn', path: '/embed/match', look })
    expect(address).toBe('https://a.cn/embed/match?color=0b5c63&ground=dark')
    expect(readEmbedLook(new URL(address).search)).toEqual(look)
    expect(embedAddress({ origin: 'https://a.cn', path: '/embed/match', look: {} })).toBe(
      'https://a.cn/embed/match',
    )
  })
})

test('both windows speak the same version', () => {
  const versionIn = (path: string) =>
    /VERSION = (\d+)\n/.exec(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))?.[1]
  expect(versionIn('public/frontend/embed.js')).toBe('1')
  expect(versionIn('src/layouts/EmbedLayout.astro')).toBe('1')
})

test('the snippet frames, falls back to a link, and cannot be broken out of', () => {
  const origin = 'https://zhengce.example.cn'
  const title = '"六税两费"<减半>&征收'
  const look = { colour: '#0b5c63', ground: 'light' } as const
  expect(embedSnippet({ origin, path: '/embed/policy/2', full: '/pmanagement/2', title, look })).toBe(
    `<iframe src="https://zhengce.example.cn/embed/policy/2?color=0b5c63&amp;ground=light" title="&quot;六税两费&quot;&lt;减半&gt;&amp;征收" width="100%" height="720"
  frameborder="0" loading="lazy" referrerpolicy="no-referrer"><a href="https://zhengce.example.cn/pmanagement/2">&quot;六税两费&quot;&lt;减半&gt;&amp;征收</a></iframe>
<script src="https://zhengce.example.cn/frontend/embed.js" async></script>`,
  )
  expect(hostPolicy(origin)).toBe(`frame-src ${origin}; script-src ${origin}`)
})
