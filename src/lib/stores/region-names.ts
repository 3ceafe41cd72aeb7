/** Names of places by their codes, from the lists of divisions. */
import { map } from 'nanostores'
import { NATION, regionLine } from '../rules/regions.ts'
import { loadDivisions } from './region.ts'

/** 440100 → 广东省广州市; missing: not read yet, or not to be had. */
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
