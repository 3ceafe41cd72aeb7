/** Nothing keeps people out: every page, and every island as it stands open, on a phone, at a desk and at 400 %. */
import type { Page } from 'playwright/test'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { openCompany } from './support/company.ts'
import { expectAccessible } from './support/desk.ts'
import { cutBySpacing, overflow, unseenFocus, violations } from './support/look.ts'
import {
  walkCompany,
  walkDesk,
  walkDocuments,
  walkForms,
  walkLists,
  walkMatch,
  walkPolicy,
  walkShell,
} from './support/open-states.ts'
import { expect, logIn, test } from './support/portal.ts'

const PAGES = [
  ...PUBLIC_PAGES,
  '/frontend/versions/24',
  '/frontend/api',
  '/pmobile/2',
  '/loan/declare',
  '/loan/success',
  '/enterprise/approved',
  '/mylist/1',
  '/mylist/3',
  '/mylist/4',
  '/documents',
  '/account',
  '/operator',
]

/** One of each way in which a wide or a dark page differs; the colours themselves are checked with the tokens. */
const KINDS = PAGES.filter((path) =>
  /^\/(pmanagementlist|pmanagement\/2|review\/2|search.*|loan\/home|fund\/1|help|compare.*|account)?$/.test(
    path,
  ),
)

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

// What fades in has no colour of its own yet, and who wants no motion gets none.
test.use({ viewport: DESK, contextOptions: { reducedMotion: 'reduce' } })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (path.startsWith('/search')) await page.locator('.row-result').first().waitFor()
  if (path.startsWith('/operator')) await page.getByRole('main').waitFor()
  if (path.startsWith('/compare')) await page.getByRole('table').first().waitFor()
}

/** Pixels by which the page is wider than the screen, if any, and what moves. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth
    const moving = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0)
    return [...(wide > 0 ? [`${wide} px too wide`] : []), ...(moving.length > 0 ? ['something moves'] : [])]
  })
}

for (const path of PAGES) {
  test(`${path} has no axe violation, and is read and reached at 400 %`, async ({ page }) => {
    test.slow()
    await open(page, path)
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      expect.soft(await violations(page), `at ${size.width} px`).toEqual([])
      expect.soft(await faults(page), `at ${size.width} px`).toEqual([])
    }
    for (const mode of KINDS.includes(path) ? MODES : []) {
      await page.emulateMedia(mode)
      expect.soft(await violations(page, { rules: ['color-contrast'] }), JSON.stringify(mode)).toEqual([])
    }
    await page.setViewportSize(ENLARGED)
    expect.soft(await faults(page), 'at 400 %').toEqual([])
    expect.soft(await cutBySpacing(page), 'with wider spaces').toEqual([])
    expect.soft(await unseenFocus(page), 'of what has the focus').toEqual([])
  })
}

for (const [what, walk] of Object.entries({
  'the shell': walkShell,
  'lists and search': walkLists,
  'questions and result': walkMatch,
  'a policy': walkPolicy,
  forms: walkForms,
  documents: walkDocuments,
  'what a company has': walkCompany,
})) {
  test(`${what}: no axe violation in any open state`, async ({ page, phone }) => {
    test.setTimeout(180_000)
    if (walk === walkDocuments || walk === walkCompany) await logIn(page, phone)
    const see = async (name: string) => {
      for (const size of [PHONE, DESK]) {
        await page.setViewportSize(size)
        expect.soft(await violations(page), `${name} at ${size.width} px`).toEqual([])
        expect.soft(await faults(page), `${name} at ${size.width} px`).toEqual([])
      }
      await page.setViewportSize(ENLARGED)
      expect.soft(await faults(page), `${name} at 400 %`).toEqual([])
      if (await page.locator('dialog:modal').count())
        expect.soft(await unseenFocus(page, 'dialog:modal'), `${name}: the focus at 400 %`).toEqual([])
      await page.setViewportSize(DESK)
    }
    await walk({ page, see, phone })
  })
}

test('the desk: no axe violation in any open state', async ({ page, phone, playwright }) => {
  test.setTimeout(180_000)
  const company = await openCompany(playwright, phone, `示例 ${phone}`)
  const see = async (name: string) => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      await test.step(`${name} at ${size.width} px`, () => expectAccessible(page))
      expect.soft(await overflow(page), `${name} at ${size.width} px`).toBeLessThanOrEqual(0)
    }
  }
  await walkDesk({ page, see, phone, company })
  await company.close()
})

test.describe('the page for nowhere', () => {
  test.use({ expectedErrors: /404/ })

  test('has no axe violation either', async ({ page }) => {
    await page.goto('/404')
    expect(await violations(page)).toEqual([])
  })
})
