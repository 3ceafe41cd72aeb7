/** A name beside others. */
import { DOCUMENT_NAME_LIMIT } from '../../contract/documents/document-name.ts'

/** `报价.pdf` beside a `报价.pdf` is `报价 (1).pdf`; the number stands before the ending, the length stays allowed. */
export function freeName(name: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number++) {
    const mark = ` (${number})`
    const room = DOCUMENT_NAME_LIMIT - [...mark].length - [...ending].length
    const free = `${[...stem].slice(0, Math.max(1, room)).join('')}${mark}${ending}`
    if (!taken.has(free)) return free
  }
}
