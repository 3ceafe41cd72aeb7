/** Regions: the chosen one, the divisions to choose from, and names of places by code. */
import { atom, map } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { readStaticFile } from '../api/static-file.ts'
import { rememberRegion } from '../browser/remember-region.ts'
import { NATIONWIDE, type Region, readRegion } from '../browser/remembered-region.ts'
import { type Division, divisionsFile, divisionsPath } from '../contract/policies/division-files.ts'
import { NATION, regionLine } from '../rules/regions.ts'

export const $region = atom(readRegion())

export type DivisionsState =
  | { status: 'loading' }
  | { status: 'ready'; items: Division[] }
  | { status: 'failed'; text: string }

const loaded = new Map<string, Division[]>()

export async function loadDivisions(parent: string): Promise<DivisionsState> {
  try {
    const items = loaded.get(parent) ?? (await readStaticFile(divisionsPath(parent), divisionsFile))
    loaded.set(parent, items)
    return { status: 'ready', items }
  } catch (error) {
    return { status: 'failed', text: explainError(error) }
  }
}

export function chooseDivision(code: string): void {
  const region = [...loaded.values()].flat().find((known) => known.code === code) ?? NATIONWIDE
  showRegion(region)
}

export async function showPlace(code: string): Promise<void> {
  const state = code === '' ? null : await loadDivisions(regionLine(code).at(-2) ?? NATION)
  if (state && state.status !== 'ready') return
  showRegion(state?.items.find((division) => division.code === code) ?? NATIONWIDE)
}

function showRegion(region: Region): void {
  rememberRegion(region)
  // The header's script may not be loaded yet.
  const name = document.querySelector('[data-region-name]')?.firstChild
  if (name) name.nodeValue = region.name
  $region.set(region)
}

/** 440100 → 广东省广州市; missing before loading, or on an error. */
export const $regionNames = map<Record<string, string>>({ [NATION]: '全国' })

export async function loadRegionNames(codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    if ($regionNames.get()[code] === undefined) await loadName(code)
  }
}

async function loadName(code: string): Promise<void> {
  const names: string[] = []
  const line = regionLine(code)
  for (const [index, step] of line.slice(1).entries()) {
    const state = await loadDivisions(line[index] ?? NATION)
    if (state.status !== 'ready') return
    const found = state.items.find((division) => division.code === step)
    if (found) names.push(found.name)
  }
  $regionNames.setKey(code, names.join(''))
}
