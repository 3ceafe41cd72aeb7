import { HINT_COOKIE } from '../contract/account/hint-cookie.ts'

/** Whether the readable cookie says that somebody is logged in on this browser. */
export function readHint(): boolean {
  return document.cookie.split('; ').includes(`${HINT_COOKIE}=1`)
}

/** Shows the page as logged in or out; the style sheet picks what is to be seen. */
export function showHint(): void {
  document.documentElement.dataset['session'] = readHint() ? 'in' : 'out'
}
