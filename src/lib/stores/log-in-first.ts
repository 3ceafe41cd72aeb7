/** Runs an action after a login, opening the overlay if needed. */
import { atom } from 'nanostores'
import { CODES } from '../contract/envelope.ts'
import { isPhone, normalizePhone } from '../rules/text/phone.ts'
import { $session, ensureLoggedIn } from './session.ts'

export const $loginPhone = atom('')

/** Waits for a login if needed. */
export async function logInFirst(phone = ''): Promise<boolean> {
  const number = normalizePhone(phone)
  if ($loginPhone.get() === '' && isPhone(number)) $loginPhone.set(number)
  return (await ensureLoggedIn()) || loginEnds()
}

/** Whether a login happened before the overlay closed. */
function loginEnds(): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = $session.subscribe(({ code, topShow }) => {
      if (code !== CODES.ok && topShow) return
      queueMicrotask(() => stop())
      // The overlay closes first, because it restores the focus.
      setTimeout(resolve, 0, code === CODES.ok)
    })
  })
}
