/** Where the customer-service button may stand (portal.md §2, decisions §3): 20 ≤ x ≤ width − 120, likewise y. */

export interface Place {
  x: number
  y: number
}

const NEAR_EDGE_PX = 20
const FAR_EDGE_PX = 120

/** The nearest allowed place, in CSS pixels. A window too small for the limits keeps it at the near edge. */
export function allowedPlace(place: Place, windowWidth: number, windowHeight: number): Place {
  return { x: within(place.x, windowWidth), y: within(place.y, windowHeight) }
}

function within(value: number, size: number): number {
  return Math.max(NEAR_EDGE_PX, Math.min(value, size - FAR_EDGE_PX))
}
