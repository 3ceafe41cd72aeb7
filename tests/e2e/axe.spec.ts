/**
 * Nothing keeps people out: a page of each layout, and what opens on it, on a phone, at a desk and at 400 %. Journeys have axe
 * on the states that they pass: questions, calculator, forms.
 */
import type { Page } from 'playwright/test'
import { openCompany } from './support/company.ts'
import { expectAccessible } from './support/desk.ts'
import { cutBySpacing, overflow, unseenFocus, violations } from './support/look.ts'
import { walkCompany, walkDesk, walkDocuments, walkLists, walkShell } from './support/open-states.ts'
import { expect, logIn, test } from './support/portal.ts'

/** One page of each layout and kind of content; the walks below cover what opens on them. */
const PAGES = {
  'where one begins': ['/', '/pmanagementlist', '/search?q=企业'],
  'an article': ['/pmanagement/2', '/review/2', '/information/consultation/1'],
  'a table or a form': ['/compare?ids=2,15', '/match', '/enter'],
  'a page without header': ['/popular/2', '/loan/declare', '/embed/policy/2'],
}

/** Pages for checking the modes' colours; the tokens have their own check. */
const COLOURED = ['/', '/pmanagement/2']

/** Besides the plain light one. */
const MODES = [
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'more' },
  { colorScheme: 'light', contrast: 'more' },
] as const

const DESK = { width: 1600, height: 900 }
const PHONE = { width: 375, height: 900 }
/** 1280 by 1024 px at 400 %. */
const ENLARGED = { width: 320, height: 256 }

test.use({ viewport: DESK })

/** For polls, because a resized window may not be laid out yet. Collects failures. */
const softly = expect.configure({ soft: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (path.startsWith('/search')) await page.locator('.row-result').first().waitFor()
  if (path.startsWith('/compare')) await page.getByRole('table').first().waitFor()
}

/** Pixels by which the page is wider than the screen, if any, and shifts. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
    return [...(wide > 0 ? [`${wide} px too wide`] : []), ...(moving.length > 0 ? ['something moves'] : [])]
  })
}

for (const [what, paths] of Object.entries(PAGES)) {
  test(`${what} has no axe violation, and is readable and reachable at 400 %`, async ({ page }) => {
    for (const path of paths) {
      await open(page, path)
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size)
        expect.soft(await violations(page), `${path} at ${size.width} px`).toEqual([])
        await softly.poll(() => faults(page), `${path} at ${size.width} px`).toEqual([])
      }
      await page.setViewportSize(ENLARGED)
      await softly.poll(() => faults(page), `${path} at 400 %`).toEqual([])
      expect.soft(await cutBySpacing(page), `${path} with wider spaces`).toEqual([])
      await softly.poll(() => unseenFocus(page), `${path}: what has the focus`).toEqual([])
      await page.setViewportSize(DESK)
    }
  })
}

test('dark pages and strong contrast have the contrast that axe requires', async ({ page }) => {
  for (const path of COLOURED) {
    await page.goto(path)
    for (const mode of MODES) {
      await page.emulateMedia(mode)
      expect
        .soft(await violations(page, { rules: ['color-contrast'] }), `${path} ${JSON.stringify(mode)}`)
        .toEqual([])
    }
  }
})

for (const [what, walk] of Object.entries({
  'the shell': walkShell,
  'lists and search': walkLists,
  documents: walkDocuments,
  'what a company has': walkCompany,
})) {
  test(`${what}: no axe violation in any open state`, async ({ page, phone }) => {
    if (walk === walkDocuments || walk === walkCompany) await logIn(page, phone)
    const see = async (name: string) => {
      // Open states have the same layout at the desk.
      await page.setViewportSize(PHONE)
      const isModal = (await page.locator('dialog:modal').count()) > 0
      // Content behind a dialog is inert, and is checked without the dialog.
      const scope = isModal ? { within: 'dialog:modal' } : {}
      expect.soft(await violations(page, scope), `${name} at ${PHONE.width} px`).toEqual([])
      await softly.poll(() => faults(page), `${name} at ${PHONE.width} px`).toEqual([])
      await page.setViewportSize(ENLARGED)
      await softly.poll(() => faults(page), `${name} at 400 %`).toEqual([])
      if (isModal)
        await softly.poll(() => unseenFocus(page, 'dialog:modal'), `${name}: the focus at 400 %`).toEqual([])
      await page.setViewportSize(DESK)
    }
    await walk({ page, see, phone })
  })
}

test('the desk: no axe violation in any open state', async ({ page, phone, operator, playwright }) => {
  const company = await openCompany(playwright, phone, `示例 ${phone}`)
  const see = async (name: string) => {
    await test.step(`${name} at ${DESK.width} px`, () => expectAccessible(page))
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      expect.soft(await overflow(page), `${name} at ${size.width} px`).toBeLessThanOrEqual(0)
    }
  }
  await walkDesk({ page, see, phone, company, operator })
  await company.close()
})
