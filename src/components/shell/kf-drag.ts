/** Moves the KF button: by mouse or touch, by arrow keys, and by a button of its card for people who cannot drag. */
import { DRAG_STARTS_PX, KF_EVENTS, KF_PLACE, putKf } from './kf-button.ts'

const STEP_PX = 16

interface Place {
  x: number
  y: number
}

const ARROWS: Record<string, Place> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
}

interface Drag {
  start: Place
  from: Place
  grip: Place
}

/** @param early events on the button while this module was loading */
export function letDrag(element: HTMLElement, early: readonly Event[]): void {
  let drag: Drag | undefined
  let dragged = false

  function handle(event: Event): void {
    if (event instanceof KeyboardEvent) step(event)
    else if (event.type === 'pointerdown') press(event as PointerEvent)
    else if (drag && event instanceof PointerEvent) follow(event, drag)
  }

  function press(down: PointerEvent): void {
    if (down.button !== 0) return
    const { x, y } = element.getBoundingClientRect()
    drag = {
      start: { x, y },
      from: { x: down.clientX, y: down.clientY },
      grip: { x: down.clientX - x, y: down.clientY - y },
    }
    dragged = false
    // At once: a quick hand leaves the button before the first move arrives. An early press may be over already.
    if (!early.includes(down)) element.setPointerCapture(down.pointerId)
  }

  function follow(event: PointerEvent, { start, from, grip }: Drag): void {
    const at = { x: event.clientX - grip.x, y: event.clientY - grip.y }
    if (event.type === 'pointermove') {
      dragged ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) >= DRAG_STARTS_PX
      if (dragged) putKf(element, at.x, at.y)
      return
    }
    drag = undefined
    if (event.type === 'pointerup' && dragged) settle(at.x, at.y)
    // A system gesture took the pointer over: its coordinates mean nothing.
    if (event.type === 'pointercancel') putKf(element, start.x, start.y)
  }

  function step(event: KeyboardEvent): void {
    const way = ARROWS[event.key]
    if (!way) return
    event.preventDefault()
    const { x, y } = element.getBoundingClientRect()
    settle(x + way.x, y + way.y)
  }

  /** Moves it and stores the place, within the limits. */
  function settle(x: number, y: number): void {
    putKf(element, x, y)
    const { x: left, y: top } = element.getBoundingClientRect()
    try {
      localStorage.setItem(KF_PLACE, `${left} ${top}`)
    } catch {
      // The place then lasts on this page only.
    }
  }

  for (const type of KF_EVENTS) element.addEventListener(type, handle)

  // The end of a drag is no click; Enter afterwards is one.
  element.addEventListener(
    'click',
    (event) => {
      if (dragged) event.preventDefault()
      dragged = false
    },
    { capture: true },
  )

  // Added here, so that other pages do not carry it.
  const mover = document.createElement('button')
  mover.type = 'button'
  mover.className = 'button button-text'
  mover.textContent = '移到另一侧'
  mover.addEventListener('click', () => {
    const { x, y, width } = element.getBoundingClientRect()
    // From the title's line it goes to the foot of the window: the other side of the line has words.
    settle(x + width / 2 < innerWidth / 2 ? innerWidth : 0, element.hasAttribute('style') ? y : innerHeight)
  })
  document.getElementById('kf-card')?.append(mover)

  for (const event of early) handle(event)
  // The click of an early drag has already happened.
  if (!drag) dragged = false
}
