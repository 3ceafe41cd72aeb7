/** Apart from reading the hint, which every page does. */
import { HINT_COOKIE } from '../contract/account/hint-cookie.ts'

/** Forgets the hint: the server has said that it is wrong. */
export function clearHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in WeChat's and older browsers.
  document.cookie = `${HINT_COOKIE}=; Max-Age=0; Path=/`
}
