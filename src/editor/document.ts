/** What both sides of the workbench know of a document: which files there are, and what a change makes of its data. */

/** As src/lib/content/schema/documents.ts has them, without the schemas: a browser loads this. */
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

/** A value in the front matter (`undefined` takes it away), or the whole Markdown behind it. */
export type Change = { path: (string | number)[]; value?: unknown } | { body: string }

/** The collection of a file below CONTENT_DIR; null for what is no document of one, such as `rates.yaml`. */
export function collectionOf(file: string): EditedCollection | null {
  const folder = /^([a-z]+)\/.*\.md$/.exec(file)?.[1]
  return COLLECTION_NAMES.find((name) => name === folder) ?? null
}

/** The companies by which a policy is tried; null for what has none. */
export function goldenOf(file: string): string | null {
  return collectionOf(file) === 'interpretations' ? file.replace(/\.md$/, '.golden.yaml') : null
}

/** The page that shows a document, for the preview; null where none does. */
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

/** The data with the changes made; what has not changed is the same object as before. */
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

/** Behind the end of a list means: at its end. */
function put(list: readonly unknown[], index: number, value: unknown): unknown[] {
  return index < list.length ? list.with(index, value) : [...list, value]
}
