/** The region that the visitor chose in the header; kept on this device only. */
import { atom } from 'nanostores'
import { type Division, fetchDivisions } from '../api/divisions.ts'
import { explainError } from '../api/errors.ts'

export interface Region {
  code: string
  name: string
}

const KEY = 'region'

export const NATIONWIDE: Region = { code: '', name: '全国' }

export const $region = atom<Region>(readRegion())

/** The remembered region; what is not one counts as none. */
export function readRegion(): Region {
  if (typeof localStorage === 'undefined') return NATIONWIDE
  try {
    const { code, name } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Region>
    return typeof code === 'string' && /^\d{6}$/.test(code) && typeof name === 'string'
      ? { code, name }
      : NATIONWIDE
  } catch {
    return NATIONWIDE
  }
}

/** Remembers a region and tells the lists of this page, which sort by it. */
export function chooseRegion(region: Region): void {
  if (region.code === '') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(region))
  $region.set(region)
  document.dispatchEvent(new CustomEvent('region'))
}

export type DivisionsState =
  | { status: 'loading' }
  | { status: 'ready'; items: Division[] }
  | { status: 'failed'; text: string }

const loaded = new Map<string, Division[]>()

/** The divisions below `parent`, remembered for the life of the page. */
export async function loadDivisions(parent: string): Promise<DivisionsState> {
  try {
    const items = loaded.get(parent) ?? (await fetchDivisions(parent))
    loaded.set(parent, items)
    return { status: 'ready', items }
  } catch (error) {
    return { status: 'failed', text: explainError(error) }
  }
}

/** Chooses a division that one of the loaded lists offers; 000000 is 全国. */
export function chooseDivision(code: string): void {
  const division = [...loaded.values()].flat().find((known) => known.code === code)
  chooseRegion(division ?? NATIONWIDE)
}
