/** The region choice of the header: what is chosen, and the divisions to choose from. */
import { atom } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { readStaticFile } from '../api/static-file.ts'
import { rememberRegion } from '../browser/remember-region.ts'
import { NATIONWIDE, readRegion } from '../browser/remembered-region.ts'
import { type Division, divisionsFile, divisionsPath } from '../contract/policies/division-files.ts'

export const $region = atom(readRegion())

export type DivisionsState =
  | { status: 'loading' }
  | { status: 'ready'; items: Division[] }
  | { status: 'failed'; text: string }

const loaded = new Map<string, Division[]>()

/** The divisions below `parent`, remembered for the life of the page. */
export async function loadDivisions(parent: string): Promise<DivisionsState> {
  try {
    const items = loaded.get(parent) ?? (await readStaticFile(divisionsPath(parent), divisionsFile))
    loaded.set(parent, items)
    return { status: 'ready', items }
  } catch (error) {
    return { status: 'failed', text: explainError(error) }
  }
}

/** Chooses a division that one of the loaded lists offers; 000000 is 全国. */
export function chooseDivision(code: string): void {
  const region = [...loaded.values()].flat().find((known) => known.code === code) ?? NATIONWIDE
  rememberRegion(region)
  $region.set(region)
}
