/** Clauses that a condition cites and the text of its original does not have: the reader is led to the top of it. */

import type { ContentEntry } from '../load/markdown-file.ts'
import type { Problem } from '../load/yaml-fields.ts'
import type { Interpretation, Original } from '../schema/documents.ts'
import { anchorArticles, articleAnchor } from '../text/articles.ts'

export function clauseReminders(
  interpretations: readonly ContentEntry<Interpretation>[],
  originals: readonly ContentEntry<Original>[],
): Problem[] {
  const anchors = new Map(originals.map(({ data, body }) => [data.id, anchorsOf(body)]))
  return interpretations.flatMap(({ file, data, lineOf }) =>
    data.conditions.flatMap(({ clause, original = data.policy }, index): Problem[] => {
      const anchor = clause === undefined ? undefined : articleAnchor(clause)
      const known = original === undefined ? undefined : anchors.get(original)
      if (data.draft || !anchor || !known || known.has(anchor)) return []
      const field = ['conditions', index, 'clause']
      const expected = `原文 ${original} 里有的条款`
      return [{ file, line: lineOf(field), field: field.join('.'), expected, found: clause ?? '' }]
    }),
  )
}

/** As the page has them: a block of Markdown begins a paragraph or a heading. */
function anchorsOf(body: string): Set<string> {
  const blocks = body.split(/\n+/).map((line) => {
    const text = line.replace(/^#+\s*/, '').replace(/^\*\*(.*?)\*\*/, '<strong>$1</strong>')
    return `<p>${text}</p>`
  })
  return new Set(anchorArticles(blocks.join('\n')).articles.map(({ anchor }) => anchor))
}
