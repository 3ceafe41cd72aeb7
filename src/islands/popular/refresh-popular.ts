/** Puts today's values where the build put its own. */
import { refreshList } from './refresh-list.ts'
import { refreshPolicy } from './refresh-policy.ts'

/** Throws when the values of today cannot be had; the place then stands as it was. */
export function refreshPopular(place: HTMLElement): Promise<void> {
  return 'popular' in place.dataset ? refreshList(place) : refreshPolicy(place)
}
