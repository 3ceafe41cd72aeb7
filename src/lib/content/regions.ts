/** Names of administrative divisions for pages, from the statistics bureau's table of 2023-06-30. */
import { NATION, regionLine } from '../rules/regions.ts'
import divisions from './divisions.json' with { type: 'json' }

const NAMES: Record<string, string> = divisions
const DIVISIONS = Object.entries(NAMES).map(([code, name]): Division => ({ code, name }))
/** Levels above a municipality's districts that spoken names omit: 北京市市辖区海淀区. */
const UNSPOKEN = ['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划']

function spoken(code: string): string {
  const name = NAMES[code] ?? ''
  return UNSPOKEN.includes(name) ? '' : name
}

export function regionName(code: string): string {
  if (code === NATION) return NAMES[NATION] ?? ''
  return regionLine(code).slice(1).map(spoken).join('')
}

export function regionShortName(code: string): string {
  return regionLine(code).map(spoken).findLast(Boolean) ?? ''
}

/** Returns place and issuer for a line of facts; an issuer whose name contains the place stands alone. */
export function placeAndBody(code: string, body = ''): string[] {
  const place = regionShortName(code)
  return body.startsWith(place) ? [body] : [place, body].filter(Boolean)
}

export interface Division {
  code: string
  name: string
}

export function provinces(): Division[] {
  return childrenWhere((code) => code.endsWith('0000') && code !== NATION)
}

export function cities(province: string): Division[] {
  const inside = (code: string) => code.startsWith(province.slice(0, 2)) && code !== province
  return childrenWhere((code) => inside(code) && code.endsWith('00')).flatMap((city) =>
    spoken(city.code) ? [city] : districts(city.code),
  )
}

export function districts(city: string): Division[] {
  return childrenWhere((code) => code.startsWith(city.slice(0, 4)) && !code.endsWith('00'))
}

function childrenWhere(belongs: (code: string) => boolean): Division[] {
  return DIVISIONS.filter(({ code }) => belongs(code))
}

export function regionCode(name: string): string | undefined {
  if (codesByName.size === 0) {
    for (const code of Object.keys(NAMES).sort()) {
      const spelled = regionName(code)
      // 北京市 is the municipality, not the unnamed level below it.
      if (!codesByName.has(spelled)) codesByName.set(spelled, code)
    }
  }
  return codesByName.get(name.trim())
}

const codesByName = new Map<string, string>()

/** Returns code and own name of every named division without the nation. */
export function spokenDivisions(): Record<string, string> {
  return Object.fromEntries(
    Object.keys(NAMES).flatMap((code) => (code !== NATION && spoken(code) ? [[code, spoken(code)]] : [])),
  )
}
