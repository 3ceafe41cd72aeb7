import { globSync, readdirSync, readFileSync } from 'node:fs'
import { Window } from 'happy-dom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fillState } from '../../src/components/policy/fill-row.ts'
import { WindowState } from '../../src/islands/parts/verdict/PolicyHead.tsx'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { escapeMarkup } from '../../src/lib/rules/text/escape-markup.ts'
import { readWindow } from '../../src/lib/rules/time/window-use.ts'

const { DOMParser: Parser } = new Window()

const pageOf = (path: string) =>
  new Parser().parseFromString(readFileSync(`dist${path}/index.html`, 'utf8'), 'text/html')

function rowsOf(path: string) {
  return [...pageOf(path).querySelectorAll('[data-list-rows] > li')].map((row) => ({
    title: row.querySelector('h3')?.textContent.trim() ?? '',
    tone: row.querySelector('[data-tone]')?.getAttribute('data-tone'),
  }))
}

test.each(['/pmanagementlist', '/reviewlist'])(
  'every entry of %s stands on one built page, and each page links to the others',
  (path) => {
    const further = readdirSync(`dist${path}`).filter((name) => /^\d+$/.test(name))
    expect(further).toContain('2')
    const paths = [path, ...further.map((number) => `${path}/${number}`)]
    const titles = paths.flatMap((each) => rowsOf(each).map(({ title }) => title))
    const total = Number(
      /共\s*(\d+)\s*条/.exec(pageOf(path).querySelector('[data-count]')?.textContent ?? '')?.[1],
    )
    expect(titles).toHaveLength(total)
    for (const [place, each] of paths.entries()) {
      const links = [...pageOf(each).querySelectorAll('[data-pager] a')].map((link) =>
        link.getAttribute('href'),
      )
      expect(links.filter((link) => !paths.includes(link ?? ''))).toEqual([])
      const near = paths.filter((_, other) => Math.abs(other - place) <= 1)
      expect(links).toEqual(expect.arrayContaining([...near, paths[0], paths.at(-1)]))
    }
  },
)

test('home counts what is in force and what takes applications apart, and neither what is over nor laws', () => {
  const figures = new Map(
    [...pageOf('').querySelectorAll('.home-figures dl div')].map((figure) => [
      figure.querySelector('dt')?.textContent,
      Number(figure.querySelector('dd')?.textContent),
    ]),
  )
  const further = readdirSync('dist/pmanagementlist').filter((name) => /^\d+$/.test(name))
  const rows = ['', ...further.map((number) => `/${number}`)].flatMap((page) =>
    rowsOf(`/pmanagementlist${page}`),
  )
  const having = (...tones: string[]) => rows.filter(({ tone }) => tones.includes(tone ?? '')).length
  expect(figures.get('解读')).toBe(rows.length)
  expect(figures.get('现行可享')).toBe(having('in_force'))
  // Batches count only in their months.
  expect(figures.get('可申报')).toBeGreaterThanOrEqual(having('open', 'closing', 'rolling'))
  expect(figures.get('可申报')).toBeLessThanOrEqual(having('open', 'closing', 'rolling', 'batches'))
  expect(having('closed', 'law')).toBeGreaterThan(0)
})

test('home lists what is due first once, and what can be had at any time where hardly anything is due', () => {
  const linksOf = (list: string) =>
    [...pageOf('').querySelectorAll(`${list} h3 a`)].map((link) => link.getAttribute('href'))
  const due = linksOf('.due')
  expect(due).toHaveLength(5)
  expect(new Set([...due, ...linksOf('.latest')]).size).toBe(10)
  expect(pageOf('').querySelector('.due')?.textContent).toMatch(
    /(?:近 90 天没有要截止的。|还剩 \d+天[\s\S]+另有 )\d+ 项随时可办。/,
  )
})

function placesOfPolicies() {
  const parts = globSync('dist/frontend/{rows,compare}/**/*.html').map((file) => readFileSync(file, 'utf8'))
  const pages = ['', '/pmanagementlist', '/popular', '/pmanagement/2', '/popular/2'].map(pageOf)
  return [...pages, ...parts.map((part) => new Parser().parseFromString(part, 'text/html'))]
}

const found = (selector: string) =>
  placesOfPolicies().flatMap((page) => [...page.querySelectorAll(selector)] as unknown as HTMLElement[])

test('a state is the same markup wherever it stands: of the build, of islands, of scripts', () => {
  const states = found('.state')
  expect(new Set(states.map(({ dataset }) => dataset['tone'])).size).toBeGreaterThan(3)
  const today = pageOf('').documentElement.getAttribute('data-day') ?? ''
  for (const state of states) {
    const window = readWindow(state.dataset['window'] ?? '')
    const asBuilt = state.outerHTML
    expect(renderToStaticMarkup(createElement(WindowState, { window, today }))).toBe(asBuilt)
    fillState(state, { kind: 'dated', opens: null, closes: '2000-01-01' }, today)
    fillState(state, window, today)
    expect(state.outerHTML).toBe(asBuilt)
  }
})

test('what was read for a text is named below it, and so is what one source alone says', async () => {
  const unsaid: string[] = []
  const kinds = [
    ['originals', 'review'],
    ['interpretations', 'pmanagement'],
  ] as const
  for (const [collection, route] of kinds) {
    const { entries } = await readCollection('src/content', collection)
    const sourced = entries.filter(({ data }) => data.compared.length > 0 && data.oneSourceOnly.length > 0)
    expect(sourced.length, collection).toBeGreaterThan(0)
    for (const { data } of sourced) {
      const path = `/${route}/${data.id}`
      const page = readFileSync(`dist${path}/index.html`, 'utf8')
      const named = data.compared.slice(0, 2).map(({ name }) => name)
      const said = [`核对过的来源：${named.join('；')}`, `请以原文为准：${data.oneSourceOnly.join('；')}`]
      unsaid.push(...said.filter((words) => !page.includes(escapeMarkup(words))).map((words) => path + words))
    }
  }
  expect(unsaid).toEqual([])
})
