import { together } from '../browser/together.ts'
import { $companyId, $hasExpired } from './session.ts'

/** At a logout here or elsewhere, or another company's login; not when a session has expired. */
export function onAccountEnd(forget: () => void): () => void {
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
