import type { Page } from 'playwright/test'

export function hidePage(page: Page): Promise<void> {
  return setVisibility(page, 'hidden')
}

export function showPage(page: Page): Promise<void> {
  return setVisibility(page, 'visible')
}

function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
