import { HINT_COOKIE, HINT_VALUE } from '../contract/account/hint-cookie.ts'
import { isEmbedded } from './embedded.ts'

const HINT = new RegExp(`\\b${HINT_COOKIE}=${HINT_VALUE}\\b`)

/** Whether the readable cookie says that a person is logged in on this browser; always false in another site's frame. */
export function readHint(): boolean {
  return !isEmbedded() && HINT.test(document.cookie)
}

/** Shows the page as logged in or out, through the style sheet. */
export function showHint(): void {
  document.documentElement.dataset['session'] = readHint() ? 'in' : 'out'
}

/** Clears a hint that the server has refuted. */
export function dropHint(): void {
  for (const name of [`${HINT_COOKIE}=`, `__Host-${HINT_COOKIE}=; Secure`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in WeChat's and older browsers.
    document.cookie = `${name}; Max-Age=0; Path=/`
  }
  showHint()
}
