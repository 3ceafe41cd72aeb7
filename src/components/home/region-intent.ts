/** A visitor who has chosen no region sees the lists as built, and loads nothing to sort them. */
import { readRegion } from '../../lib/browser/remembered-region.ts'

export function awaitRegion(): void {
  const sort = () =>
    import('./sort-by-region.ts')
      .then(({ sortByRegion }) => sortByRegion())
      .catch((error: unknown) => console.error(error))
  if (readRegion().code !== '') sort()
  document.addEventListener('region', sort)
}
