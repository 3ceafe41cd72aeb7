/** Separate from reading, which every page does. */
import { isEmbedded } from './embedded.ts'
import { REGION_KEY, type Region } from './remembered-region.ts'

export function rememberRegion(region: Region): void {
  try {
    if (region.code === '') localStorage.removeItem(REGION_KEY)
    else if (!isEmbedded()) localStorage.setItem(REGION_KEY, JSON.stringify(region))
  } catch {
    // Storage may be full or switched off: then the choice lasts as long as the page.
  }
  document.dispatchEvent(new CustomEvent('region'))
}
