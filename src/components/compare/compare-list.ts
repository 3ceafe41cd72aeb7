/** The policies of /compare: the address contains them, for sharing; this device stores the last ones. */

const KEY = 'compare'

export const COMPARED_AT_MOST = 4

/** Returns the valid page ids in their order, each once. */
export function parseIds(text: string): number[] {
  const ids = text.split(',').flatMap((part) => (/^[1-9]\d{0,9}$/.test(part.trim()) ? [Number(part)] : []))
  return [...new Set(ids)]
}

export interface CompareList {
  ids: number[]
  left: number[]
}

/**
 * `?ids=1,2` shows exactly those; `?add=3` adds one to the stored ones; a plain address shows the stored ones. An
 * added policy always gets a place.
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

export function compareQuery(ids: readonly number[]): string {
  return ids.length === 0 ? '' : `?ids=${ids.join(',')}`
}

export function keptIds(): number[] {
  try {
    return parseIds(localStorage.getItem(KEY) ?? '')
  } catch {
    return []
  }
}

/**
 * 加入对比 on a policy's page: adds it to the stored ones without leaving the page.
 * @returns their number; null if this device stores nothing, so that the caller must open /compare
 */
export function addToKept(id: number): number | null {
  const { ids } = compareList(`?add=${id}`, keptIds())
  keepIds(ids)
  return keptIds().includes(id) ? ids.length : null
}

export function keepIds(ids: readonly number[]): void {
  try {
    localStorage.setItem(KEY, ids.join(','))
  } catch {}
}
