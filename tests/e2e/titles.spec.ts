import type { Page } from 'playwright/test'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { nameOf, titleMarkup } from '../../src/lib/rules/text/titles.ts'
import { expect, test } from './support/portal.ts'

const COLLECTIONS = ['interpretations', 'originals', 'news', 'providers', 'funds', 'loans'] as const
/** Width of a heading on a phone, beside a rail, on a tablet, beside the facts of a wide page. */
const WIDTHS = [343, 420, 560, 728]

/** Names and full titles of all content. */
async function allTitles(): Promise<string[]> {
  const collections = await Promise.all(COLLECTIONS.map((name) => readCollection('src/content', name)))
  const data = collections.flatMap(({ entries }) => entries.map((entry) => entry.data))
  return [...new Set(data.flatMap((each) => [nameOf(each), each.title]))]
}

/** The visible lines of each heading, from the boxes of its characters. */
function headingLines(page: Page, selector: string): Promise<string[][]> {
  return page.locator(selector).evaluateAll((headings) =>
    headings.map((heading) => {
      const lines: { bottom: number; text: string }[] = []
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let at = 0; at < (node.textContent ?? '').length; at++) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const { bottom, height } = range.getBoundingClientRect()
          if (height === 0) continue
          const line = lines.at(-1)
          if (line && bottom - line.bottom < height / 2) line.text += range.toString()
          else lines.push({ bottom, text: range.toString() })
        }
      }
      return lines.map(({ text }) => text.trim())
    }),
  )
}

/** Lines that begin or end with a part of the neighbouring line. */
function torn(headings: string[][]): string[] {
  return headings
    .filter((lines) => {
      const [, ...further] = lines
      return (
        further.some((line) => /^[年月日万亿元%，。、：）]/.test(line)) ||
        lines.some((line) => /[（《“]$/.test(line)) ||
        lines.slice(0, -1).some((line, at) => /\d$/.test(line) && /^\d/.test(lines[at + 1] ?? ''))
      )
    })
    .map((lines) => lines.join(' / '))
}

test('every name and title breaks between words, and no number leaves its unit', async ({ page }) => {
  const titles = await allTitles()
  expect(titles.length).toBeGreaterThan(100)
  await page.goto('/review/2')
  await page.locator('main').evaluate((main, markups) => {
    main.innerHTML = markups
      .flatMap((markup) => ['h1', 'h3'].map((tag) => `<${tag} class="tried">${markup}</${tag}>`))
      .join('')
  }, titles.map(titleMarkup))
  for (const width of WIDTHS) {
    await page.locator('.tried').evaluateAll((headings, pixels) => {
      for (const heading of headings) (heading as HTMLElement).style.inlineSize = `${pixels}px`
    }, width)
    const lines = await headingLines(page, '.tried')
    expect(torn(lines), `at ${width} px`).toEqual([])
    expect(
      lines.some(({ length }) => length > 1),
      `wraps at ${width} px`,
    ).toBe(true)
    const wide = page
      .locator('.tried')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))
    expect(await wide).toHaveLength(0)
  }
})
