/** What somebody presses who is not logged in: the login comes first, and then what was pressed goes on. */
import { atom } from 'nanostores'
import { CODES } from '../contract/envelope.ts'
import { isPhone, normalizePhone } from '../rules/text/phone.ts'
import { $session, ensureLoggedIn } from './session.ts'

/** In the login overlay; closing it takes nothing away. */
export const $loginPhone = atom('')

/**
 * Waits for the login where one is needed.
 * @param phone a number that was typed beside what is pressed: offered in the overlay, unless another stands there
 * @returns false where the overlay was closed without one
 */
export async function logInFirst(phone = ''): Promise<boolean> {
  const number = normalizePhone(phone)
  if ($loginPhone.get() === '' && isPhone(number)) $loginPhone.set(number)
  return (await ensureLoggedIn()) || loginEnds()
}

/** Whether somebody logged in before the overlay was closed. */
function loginEnds(): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = $session.subscribe(({ code, topShow }) => {
      if (code !== CODES.ok && topShow) return
      queueMicrotask(() => stop())
      // The overlay goes first: it gives the focus back.
      setTimeout(resolve, 0, code === CODES.ok)
    })
  })
}
