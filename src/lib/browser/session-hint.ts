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
