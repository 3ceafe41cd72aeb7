/** Where the reader was in the results: the browser cannot know, for they are not there yet when it comes back. */
import * as v from 'valibot'

const kept = v.object({ y: v.number() })

export function keepPlace(): void {
  history.replaceState({ y: scrollY }, '')
}

/** After going back, forward or loading anew; a page that was opened freshly has no place. */
export function restorePlace(): void {
  const place = v.safeParse(kept, history.state)
  if (place.success) scrollTo({ top: place.output.y, behavior: 'instant' })
}
