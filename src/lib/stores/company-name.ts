import { atom } from 'nanostores'
import { writeText } from '../browser/kept/kept-keys.ts'

export const $companyName = atom('')

/** In the bar, which a script of the page writes there before the first paint. */
export function showCompanyName(name: string): void {
  writeText('company', [], name || null)
  $companyName.set(name)
  document.dispatchEvent(new CustomEvent('company'))
}
