import { HINT_COOKIE, HINT_VALUE } from '../contract/account/hint-cookie.ts'
import { isEmbedded } from './embedded.ts'

const HINT = new RegExp(`\\b${HINT_COOKIE}=${HINT_VALUE}\\b`)

/** Whether the readable cookie says that somebody is logged in on this browser; nobody is within another site's page. */
export function readHint(): boolean {
  return !isEmbedded() && HINT.test(document.cookie)
}

/** Shows the page as logged in or out; the style sheet picks what is to be seen. */
export function showHint(): void {
  document.documentElement.dataset['session'] = readHint() ? 'in' : 'out'
}
