/** Rules that both sides of the workbench share: which files are documents, and how a change alters their data. */

/** The same collections as src/lib/content/schema/documents.ts, without the schemas: browsers load this file. */
export const COLLECTION_NAMES = [
  'originals',
  'interpretations',
  'news',
  'providers',
  'funds',
  'loans',
] as const
export type EditedCollection = (typeof COLLECTION_NAMES)[number]

export const COLLECTION_LABELS: Record<EditedCollection, string> = {
  originals: '政策原文',
  interpretations: '政策解读',
  news: '政策资讯',
  providers: '服务商',
  funds: '投资基金',
  loans: '贷款产品',
}

/** Sets a value in the front matter (`undefined` removes it), or replaces the whole Markdown after it. */
export type Change = { path: (string | number)[]; value?: unknown } | { body: string }

/** Returns the collection of a file below CONTENT_DIR; null for a file outside the collections, such as `rates.yaml`. */
export function collectionOf(file: string): EditedCollection | null {
  const folder = /^([a-z]+)\/.*\.md$/.exec(file)?.[1]
  return COLLECTION_NAMES.find((name) => name === folder) ?? null
}

export function goldenOf(file: string): string | null {
  return collectionOf(file) === 'interpretations' ? file.replace(/\.md$/, '.golden.yaml') : null
}

export function pageOf(file: string, data: unknown): string | null {
  const { id, category } = (data ?? {}) as { id?: unknown; category?: unknown }
  if (typeof id !== 'number') return null
  switch (collectionOf(file)) {
    case 'interpretations':
      return `/pmanagement/${id}`
    case 'originals':
      return `/review/${id}`
    case 'news':
      return `/information/consultation/${id}`
    case 'providers':
      return `/enterprise/${category}/${id}`
    case 'funds':
      return `/fund/${id}`
    case 'loans':
      return '/loan/home'
    default:
      return null
  }
}

type Container = Record<string | number, unknown>

/** Returns the data with the changes; unchanged parts stay the same objects. */
export function changeData(data: unknown, changes: readonly Change[]): unknown {
  return changes.reduce(
    (changed, change) => ('body' in change ? changed : setAt(changed, change.path, change.value)),
    data,
  )
}

function setAt(data: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const isContainer = typeof data === 'object' && data !== null
  if (value === undefined && !(isContainer && Object.hasOwn(data, key))) return data
  const container = (isContainer ? data : typeof key === 'number' ? [] : {}) as Container
  if (Array.isArray(container)) {
    const index = Number(key)
    const next = setAt(container[index], rest, value)
    return next === undefined ? container.toSpliced(index, 1) : put(container, index, next)
  }
  const next = setAt(container[key], rest, value)
  if (next !== undefined) return { ...container, [key]: next }
  const { [key]: _, ...others } = container
  return others
}

function put(list: readonly unknown[], index: number, value: unknown): unknown[] {
  return index < list.length ? list.with(index, value) : [...list, value]
}
