/** Apart from reading it, which every page does. */
import { REGION_KEY, type Region } from './remembered-region.ts'

/** Remembers a region and tells the lists of this page, which sort by it. */
export function rememberRegion(region: Region): void {
  try {
    if (region.code === '') localStorage.removeItem(REGION_KEY)
    else localStorage.setItem(REGION_KEY, JSON.stringify(region))
  } catch {
    // Storage may be full or switched off: the choice then holds for this page only.
  }
  document.dispatchEvent(new CustomEvent('region'))
}
