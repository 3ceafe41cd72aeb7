/** The region that the visitor chose in the header; kept on this device only. Read by scripts and stores alike. */

export interface Region {
  /** Division code, or '' for the whole country. */
  code: string
  name: string
}

export const REGION_KEY = 'region'

export const NATIONWIDE: Region = { code: '', name: '全国' }

/** The remembered region; what is not one counts as none, as where there is no storage, or it is forbidden. */
export function readRegion(): Region {
  try {
    const { code, name } = JSON.parse(localStorage.getItem(REGION_KEY) ?? 'null') as Partial<Region>
    const isRegion = typeof code === 'string' && /^\d{6}$/.test(code) && typeof name === 'string'
    return isRegion ? { code, name } : NATIONWIDE
  } catch {
    return NATIONWIDE
  }
}
