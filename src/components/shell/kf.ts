/** The KF button stands where it was left. What moves it is loaded when a hand or the focus comes near. */
import { allowedPlace, type Place } from '../../lib/rules/kf-place.ts'
import { HANDLED } from './kf-button.ts'

const KEY = 'kf:place'

export function placeKf(): void {
  const element = document.getElementById('KF') as HTMLButtonElement
  let place: Place = rememberedPlace() ?? { x: innerWidth, y: innerHeight }
  const move = (wanted: Place) => {
    const { x, y } = allowedPlace(wanted, innerWidth, innerHeight)
    element.style.left = `${x}px`
    element.style.top = `${y}px`
  }
  const settle = (wanted: Place) => {
    place = allowedPlace(wanted, innerWidth, innerHeight)
    localStorage.setItem(KEY, JSON.stringify(place))
    move(place)
  }

  // What a quick hand does before the module is there is done again when it is.
  const early: Event[] = []
  const waiting = new AbortController()
  const keep = (event: Event) => {
    early.push(event)
    if (early.length > 1) return
    import('./kf-drag.ts')
      .then(({ letDrag }) => {
        waiting.abort()
        letDrag({ element, place: () => allowedPlace(place, innerWidth, innerHeight), move, settle }, early)
      })
      .catch((error: unknown) => console.error(error))
  }
  for (const type of ['pointerenter', 'focus', ...HANDLED])
    element.addEventListener(type, keep, { signal: waiting.signal })

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
