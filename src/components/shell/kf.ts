/** Places the KF button. A near pointer or the focus loads its dragging. */

import { DRAG_STARTS_PX, KF_EVENTS, KF_PLACE, putKf } from './kf-button.ts'

/** Less than pages keep free below their last line. */
const ROOM_AT_END_PX = 64

export function startKf(): void {
  const element = document.getElementById('KF') as HTMLElement
  try {
    const [x, y] = (localStorage.getItem(KF_PLACE) ?? '').split(' ').map(Number)
    if (x && y) putKf(element, x, y)
  } catch {
    // Reading the storage may be forbidden.
  }

  goWhileReading(element)

  // The browser would take the move for dragging a link below the button, and cancel the pointer.
  element.addEventListener('mousedown', (event) => {
    event.preventDefault()
    element.focus()
  })

  const early: Event[] = []
  const waiting = new AbortController()
  const keep = (event: Event) => {
    early.push(event)
    // Otherwise the moves of a quick hand go to the element below.
    if (event.type === 'pointerdown') element.setPointerCapture((event as PointerEvent).pointerId)
    if (early.length > 1) return
    import('./kf-drag.ts').then((drag) => {
      waiting.abort()
      drag.letDrag(element, early)
    })
  }
  const refuseClickOfDrag = (event: MouseEvent) => {
    const down = early.findLast((each) => each.type === 'pointerdown') as PointerEvent | undefined
    const far = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
    if (far && far >= DRAG_STARTS_PX) event.preventDefault()
  }
  element.addEventListener('click', refuseClickOfDrag, { capture: true, signal: waiting.signal })
  for (const type of ['pointerenter', 'focus', ...KF_EVENTS])
    element.addEventListener(type, keep, { signal: waiting.signal })
}

/** Hides the button while the reader scrolls on; scrolling back, or an end of the page, which has room, shows it. */
function goWhileReading(element: HTMLElement): void {
  let before = scrollY
  addEventListener('scroll', () => {
    const isEnd = scrollY + innerHeight > document.body.scrollHeight - ROOM_AT_END_PX
    element.toggleAttribute('data-top', scrollY <= 0)
    element.toggleAttribute('data-away', scrollY > before && !isEnd)
    before = scrollY
  })
}
