/** What home counts and what lists show without script, as built. */
import { readdirSync, readFileSync } from 'node:fs'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

const { DOMParser: Parser } = new Window()

const pageOf = (path: string) =>
  new Parser().parseFromString(readFileSync(`dist${path}/index.html`, 'utf8'), 'text/html')

/** Titles of the rows, and the tones of their badges. */
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
    for (const each of paths) {
      const links = [...pageOf(each).querySelectorAll('[data-pager] a')].map((link) =>
        link.getAttribute('href'),
      )
      expect(links).toEqual(paths)
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
  const rows = ['/pmanagementlist', '/pmanagementlist/2'].flatMap(rowsOf)
  const having = (...tones: string[]) => rows.filter(({ tone }) => tones.includes(tone ?? '')).length
  expect(figures.get('解读')).toBe(rows.length)
  expect(figures.get('现行可享')).toBe(having('in_force'))
  // Those in batches count in their months alone.
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
  expect(pageOf('').querySelector('.due')?.textContent).toMatch(/近 90 天没有要截止的。\d+ 项随时可办。/)
})
