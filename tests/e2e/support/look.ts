/** What is wrong with a page as it stands: for axe, and in width. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

interface Scope {
  /** Selector; the whole page without it. */
  within?: string
  /** Axe rules; all without them. */
  rules?: string[]
}

/**
 * One line a violated rule, with the elements. In one frame instead of by a second page, and without the details of
 * what passes: twice as fast, and the portal has no frames of others.
 */
export async function violations(page: Page, { within, rules }: Scope = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  if (within) axe.include(within)
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Pixels by which the page is wider than the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
