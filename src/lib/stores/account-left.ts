/**
 * The end of an account on this page: its person logs out, here or in another tab, or somebody of another company comes.
 * A session that only ran out is none: whoever logs in again goes on.
 */
import { together } from '../browser/together.ts'
import { $companyId, $hasExpired } from './session.ts'

/** @returns a function that ends it */
export function onAccountLeft(forget: () => void): () => void {
  let company = $companyId.get()
  const look = () => {
    const next = $companyId.get()
    if (next === null && $hasExpired.get()) return
    const isLeft = company !== null && company !== next
    company = next
    if (isLeft) forget()
  }
  return together($companyId.listen(look), $hasExpired.listen(look))
}
