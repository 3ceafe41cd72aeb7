/** Takes pictures of ten pages in each engine, which compare.spec.ts lays side by side. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import sharp from 'sharp'
import type { BrowserPage } from './page.ts'
import { test } from './person.ts'
import { PICTURES, pictureName, SIZES, TEN_PAGES } from './ten-pages.ts'

for (const size of SIZES)
  test(`at ${size.width} px nothing of ten pages is wider than the window`, async ({
    person: page,
    engine,
  }) => {
    mkdirSync(PICTURES, { recursive: true })
    await page.setViewportSize(size)
    for (const [path, words] of Object.entries(TEN_PAGES)) {
      await page.goto(path)
      await page.getByRole('main').getByText(words).first().waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => null))
      writeFileSync(join(PICTURES, pictureName(path, size.width, engine)), await page.screenshot())
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        path,
      ).toBeLessThanOrEqual(0)
    }
  })

test('digits beside Chinese do not lie over each other', async ({ person: page, engine }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/help')
  expect(await painted(page, '')).toEqual({ ink: true, twice: false })
  // The site disables this in WebKit. When this fails, WebKit has fixed it, and global.css needs no condition.
  if (engine === 'webkit') expect(await painted(page, 'normal')).toEqual({ ink: true, twice: true })
})

/** Returns whether a line of half-transparent text is visible, and darker where characters overlap. */
async function painted(
  page: BrowserPage,
  autospace: '' | 'normal',
): Promise<{ ink: boolean; twice: boolean }> {
  const { width, height } = await page.evaluate(showLine, autospace)
  const shades = await sharp(await page.screenshot())
    .extract({ left: 0, top: 0, width, height })
    .flatten()
    .greyscale()
    .raw()
    .toBuffer()
  const darkest = Math.min(...shades)
  return { ink: darkest < 160, twice: darkest < 110 }
}

function showLine(autospace: string) {
  document.querySelector('#line')?.remove()
  const line = document.createElement('div')
  line.id = 'line'
  line.textContent = '满5%且2027年减按15%征收，2028年1月1日起满3年的按10%'
  const look = { inset: '0 auto auto 0', zIndex: '999', fontSize: '32px', background: '#fff' }
  Object.assign(line.style, { position: 'fixed', color: 'rgb(0 0 0 / 50%)', ...look })
  line.style.setProperty('text-autospace', autospace)
  document.body.append(line)
  const { width, height } = line.getBoundingClientRect()
  return { width: Math.floor(width), height: Math.floor(height) }
}
