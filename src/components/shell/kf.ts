/** Dragging the KF button by mouse, touch or arrow keys; its place is remembered and kept inside the limits. */
import { allowedPlace, type Place } from '../../lib/rules/kf-place.ts'

const KEY = 'kf:place'
const DRAG_STARTS_PX = 4
const STEP_PX = 16
const ARROWS: Record<string, Place> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
}

export function placeKf(): void {
  const button = document.getElementById('KF') as HTMLButtonElement
  let place: Place = rememberedPlace() ?? { x: innerWidth, y: innerHeight }
  let dragged = false

  function move(wanted: Place): void {
    const { x, y } = allowedPlace(wanted, innerWidth, innerHeight)
    button.style.left = `${x}px`
    button.style.top = `${y}px`
  }

  function settle(wanted: Place): void {
    place = allowedPlace(wanted, innerWidth, innerHeight)
    localStorage.setItem(KEY, JSON.stringify(place))
    move(place)
  }

  button.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return
    const from = button.getBoundingClientRect()
    const grip = { x: down.clientX - from.x, y: down.clientY - from.y }
    const at = (event: PointerEvent) => ({ x: event.clientX - grip.x, y: event.clientY - grip.y })
    dragged = false
    // At once: a quick hand leaves the button before the first move is seen.
    button.setPointerCapture(down.pointerId)
    const drag = (event: PointerEvent) => {
      const distance = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
      if (!dragged && distance < DRAG_STARTS_PX) return
      dragged = true
      move(at(event))
    }
    const over = new AbortController()
    const { signal } = over
    button.addEventListener('pointermove', drag, { signal })
    button.addEventListener(
      'pointerup',
      (event) => {
        over.abort()
        if (dragged) settle(at(event))
      },
      { signal },
    )
    // A gesture of the system took the finger away: its coordinates mean nothing.
    button.addEventListener(
      'pointercancel',
      () => {
        over.abort()
        move(place)
      },
      { signal },
    )
  })

  // The browser would take the move for dragging a link below the button, and cancel the pointer.
  button.addEventListener('mousedown', (event) => {
    event.preventDefault()
    button.focus()
  })

  // The end of a drag is no click; Enter afterwards is one.
  button.addEventListener(
    'click',
    (event) => {
      if (dragged) event.preventDefault()
      dragged = false
    },
    { capture: true },
  )

  button.addEventListener('keydown', (event) => {
    const step = ARROWS[event.key]
    if (!step) return
    event.preventDefault()
    const { x, y } = allowedPlace(place, innerWidth, innerHeight)
    settle({ x: x + step.x, y: y + step.y })
  })

  // A smaller window pushes the button in; the chosen place comes back when there is room again.
  addEventListener('resize', () => move(place))
  move(place)
}

function rememberedPlace(): Place | undefined {
  try {
    const { x, y } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Place>
    return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
  } catch {
    return undefined
  }
}
