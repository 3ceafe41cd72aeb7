/** Whose documents are shown: read when somebody is logged in, and again after the session had ended. */
import { $companyId } from '../session.ts'
import { refreshQuota } from './storage-quota.ts'
import { $view, openPlace, refreshView } from './view.ts'

/** While documents are on the screen. @returns a function that ends it */
export function followAccount(): () => void {
  return $companyId.subscribe((companyId) => {
    if (companyId === null) return
    refreshQuota()
    const { status, place } = $view.get()
    // Nobody followed what became of it while it was closed.
    if (status === 'idle') openPlace(place)
    else refreshView()
  })
}
