/** What placing and dragging the KF button share. */
import type { Place } from '../../lib/rules/kf-place.ts'

/** The events that move the button. */
export const HANDLED = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown']

export interface KfButton {
  element: HTMLButtonElement
  place: () => Place
  /** Moves it for now, inside the limits. */
  move: (wanted: Place) => void
  /** Moves it and remembers the place. */
  settle: (wanted: Place) => void
}
