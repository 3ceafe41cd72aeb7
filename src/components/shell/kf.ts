/** The KF button stands where it was left. What moves it is loaded when a hand or the focus comes near. */

/** Remembers `x y` in CSS pixels. */
export const KF_PLACE = 'kf:place'

/** The events that move the button. */
export const KF_EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown']

export function startKf(): void {
  const element = document.getElementById('KF') as HTMLElement
  const [x, y] = (localStorage.getItem(KF_PLACE) ?? '').split(' ').map(Number)
  if (x && y) putKf(element, x, y)

  // What a quick hand does before the module is there is done again when it is.
  const early: Event[] = []
  const waiting = new AbortController()
  const keep = (event: Event) => {
    early.push(event)
    if (early.length > 1) return
    import('./kf-drag.ts')
      .then(({ letDrag }) => {
        waiting.abort()
        letDrag(element, early)
      })
      .catch((error: unknown) => console.error(error))
  }
  for (const type of ['pointerenter', 'focus', ...KF_EVENTS])
    element.addEventListener(type, keep, { signal: waiting.signal })
}

/** Puts it anywhere: the style sheet keeps it inside the limits, in a smaller window, too. */
export function putKf({ style }: HTMLElement, x: number, y: number): void {
  style.setProperty('--kf-x', `${x}px`)
  style.setProperty('--kf-y', `${y}px`)
}
