/** Whose documents are shown: read when somebody is logged in, again after the session had ended, and gone with who logs out. */
import { $companyId, $hasExpired } from '../session.ts'
import { forgetRoom, refreshRoom } from './storage-room.ts'
import { $view, closeView, openPlace, refreshView } from './view.ts'

let shown: number | null = null

/** While documents are on the screen. @returns a function that ends it */
export function followAccount(): () => void {
  return $companyId.subscribe((companyId) => {
    const isLeft = companyId === null ? !$hasExpired.get() : shown !== null && shown !== companyId
    if (isLeft) {
      closeView()
      forgetRoom()
    }
    if (companyId === null) return
    shown = companyId
    refreshRoom()
    const { status, place } = $view.get()
    // Nobody followed what became of it while it was closed.
    if (status === 'idle') openPlace(place)
    else refreshView()
  })
}
