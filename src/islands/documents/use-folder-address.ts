import { useLayoutEffect } from 'react'
import { together } from '../../lib/browser/together.ts'
import { $view, beginAt, type DocumentsPlace, openPlace, samePlace } from '../../lib/stores/documents/view.ts'
import { pushAddress } from '../kit/layers.ts'

/** The current folder is in the address: Back goes up, a reload or a link opens it. */
export function useFolderAddress(): void {
  // Before the effect that reads the first place.
  useLayoutEffect(() => {
    let known = readAddress()
    beginAt(known)
    const follow = () => {
      const place = readAddress()
      // Closing a menu also goes back, without a change of the address: search results stay.
      if (samePlace(place, known)) return
      known = place
      if (!samePlace(place, $view.get().place)) openPlace(place)
    }
    addEventListener('popstate', follow)
    return together(
      // After a logout nothing is shown.
      $view.listen(({ place, status }) => {
        if (status !== 'idle') writeAddress(place)
        known = readAddress()
      }),
      () => removeEventListener('popstate', follow),
    )
  }, [])
}

function readAddress(): DocumentsPlace {
  const id = new URLSearchParams(location.search).get('folder')
  return id !== null && /^[1-9]\d{0,14}$/.test(id) ? { kind: 'folder', id: Number(id) } : { kind: 'top' }
}

/** Search results have no address of their own. */
function writeAddress(place: DocumentsPlace): void {
  if (place.kind === 'search' || samePlace(place, readAddress())) return
  pushAddress(place.kind === 'folder' ? `${location.pathname}?folder=${place.id}` : location.pathname)
}
