/** Stores `x y` in CSS pixels. */
export const KF_PLACE = 'kf:place'

export const KF_EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown']

/** A press that moves this far is no click. */
export const DRAG_STARTS_PX = 4

/** Places it anywhere: the style sheet keeps it inside the limits, in a smaller window as well. */
export function putKf({ style }: HTMLElement, x: number, y: number): void {
  style.setProperty('--kf-x', `${x}px`)
  style.setProperty('--kf-y', `${y}px`)
}
