import type { Page } from 'playwright/test'
import { violations } from './look.ts'
import { expect, logIn } from './portal.ts'

export async function openDesk(page: Page, path: string, phone: string): Promise<void> {
  await logIn(page, phone)
  await page.goto(path)
  await expect(page.getByRole('navigation', { name: '工作台' })).toBeVisible()
}

/** Checks the page at rest: a closing list or a change to dark has colours in between. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === 1)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
  expect.soft(await violations(page)).toEqual([])
  expect.soft(await page.locator('[aria-label], [title]').evaluateAll(namesInLatin)).toEqual([])
}

function namesInLatin(elements: Element[]): string[] {
  return elements
    .filter((element) => element.closest('[aria-hidden="true"]') === null)
    .flatMap((element) => [element.getAttribute('aria-label'), element.getAttribute('title')])
    .filter((name) => name !== null)
    .filter((name) => /[a-z]/i.test(name) && !/[\u4e00-\u9fff]/.test(name))
}
