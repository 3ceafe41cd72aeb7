/**
 * The KF button stands where it was left, and out of the way of who reads on. What moves it is loaded when a hand or
 * the focus comes near.
 */

import { KF_EVENTS, KF_PLACE, putKf } from './kf-button.ts'

export function startKf(): void {
  const element = document.getElementById('KF') as HTMLElement
  try {
    const [x, y] = (localStorage.getItem(KF_PLACE) ?? '').split(' ').map(Number)
    if (x && y) putKf(element, x, y)
  } catch {
    // Even to look at the storage may be forbidden.
  }
  giveWay(element)

  // The browser would take the move for dragging a link below the button, and cancel the pointer.
  element.addEventListener('mousedown', (event) => {
    event.preventDefault()
    element.focus()
  })

  // What a quick hand does before the module is there is done again when it is.
  const early: Event[] = []
  const waiting = new AbortController()
  const keep = (event: Event) => {
    early.push(event)
    // Or the moves of a quick hand go to what it has come over.
    if (event.type === 'pointerdown') element.setPointerCapture((event as PointerEvent).pointerId)
    if (early.length > 1) return
    import('./kf-drag.ts').then((drag) => {
      waiting.abort()
      drag.letDrag(element, early)
    })
  }
  for (const type of ['pointerenter', 'focus', ...KF_EVENTS])
    element.addEventListener(type, keep, { signal: waiting.signal })
}

const FIRST_SCREEN_PX = 120
const BACK_PX = 24

/** Below 1024 px it would stand on the text: it goes on the way down, and is back on the way up and at the end. */
function giveWay(element: HTMLElement): void {
  let deepest = 0
  addEventListener(
    'scroll',
    () => {
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      if (scrollY > deepest) {
        deepest = scrollY
        element.toggleAttribute('data-away', deepest >= FIRST_SCREEN_PX && !isAtEnd)
      } else if (scrollY <= deepest - BACK_PX) {
        deepest = scrollY
        element.removeAttribute('data-away')
      }
    },
    { passive: true },
  )
}
