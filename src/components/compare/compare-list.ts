/** Which policies /compare shows: the address says so, so that it can be shared; the last ones this device keeps. */

const KEY = 'compare'

export const COMPARED_AT_MOST = 4

/** Page ids in the order written, each once; what is no id is left out. */
export function parseIds(text: string): number[] {
  const ids = text.split(',').flatMap((part) => (/^[1-9]\d{0,9}$/.test(part.trim()) ? [Number(part)] : []))
  return [...new Set(ids)]
}

export interface CompareList {
  ids: number[]
  /** Policies that were asked for beyond the limit. */
  left: number[]
}

/**
 * `?ids=1,2` shows exactly those; `?add=3` puts one to those that this device keeps; a plain address shows the kept
 * ones. The newest wish wins: a policy that is added always has a place.
 */
export function compareList(search: string, kept: readonly number[]): CompareList {
  const params = new URLSearchParams(search)
  const asked = params.get('ids')
  const added = parseIds(params.get('add') ?? '')
  const base = asked === null ? [...kept] : parseIds(asked)
  const wanted = [...new Set([...base.filter((id) => !added.includes(id)), ...added])]
  if (added.length > 0)
    return { ids: wanted.slice(-COMPARED_AT_MOST), left: wanted.slice(0, -COMPARED_AT_MOST) }
  return { ids: wanted.slice(0, COMPARED_AT_MOST), left: wanted.slice(COMPARED_AT_MOST) }
}

/** The query string of a comparison; none for an empty one. */
export function compareQuery(ids: readonly number[]): string {
  return ids.length === 0 ? '' : `?ids=${ids.join(',')}`
}

/** What was compared last on this device. */
export function keptIds(): number[] {
  try {
    return parseIds(localStorage.getItem(KEY) ?? '')
  } catch {
    return []
  }
}

/**
 * 加入对比 on the page of a policy: it is put to those that this device keeps, and the page stays.
 * @returns how many are kept now; null: this device keeps nothing, so that the page has to be left for it
 */
export function addToKept(id: number): number | null {
  const { ids } = compareList(`?add=${id}`, keptIds())
  keepIds(ids)
  return keptIds().includes(id) ? ids.length : null
}

/** A device that keeps nothing still has the address. */
export function keepIds(ids: readonly number[]): void {
  try {
    localStorage.setItem(KEY, ids.join(','))
  } catch {
    // Storage may be full or switched off.
  }
}
