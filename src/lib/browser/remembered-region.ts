/** The region that the visitor chose in the header, stored only on this device. Scripts and stores read it. */

export interface Region {
  code: string
  name: string
}

export const REGION_KEY = 'region'

export const NATIONWIDE: Region = { code: '', name: '全国' }

export function readRegion(): Region {
  try {
    const { code, name } = JSON.parse(localStorage.getItem(REGION_KEY) ?? 'null') as Partial<Region>
    const isRegion = typeof code === 'string' && /^\d{6}$/.test(code) && typeof name === 'string'
    return isRegion ? { code, name } : NATIONWIDE
  } catch {
    return NATIONWIDE
  }
}
