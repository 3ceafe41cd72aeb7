/**
 * From the text of a document to what a draft could say, each proposal with the sentence that it rests on. Readable
 * rules, no guess in silence: two candidates are two proposals, and what no sentence says is not proposed.
 */
import type { ORIGINAL_KINDS } from '../../lib/content/schema/documents.ts'
import type { THEMES } from '../../lib/content/schema/fields.ts'
import type { Condition } from '../../lib/rules/eligibility/tree.ts'
import { amounts } from './amounts.ts'
import { conditions } from './conditions.ts'
import { days } from './days.ts'
import { header } from './header.ts'
import { lists } from './lists.ts'
import { readSource, type Sentence, type SourceText } from './source-text.ts'

export interface ProposedAmount {
  lead?: '最高'
  min?: number
  max: number
  unit: '元' | '%'
  /** 人·月 */
  per?: string
}

export type ProposedWindow =
  | { kind: '申报期'; opens?: string; closes: string }
  | { kind: '全年可享'; opens?: string; closes?: string }
  | { kind: '常年受理' }

/** What a field could be, by its name in the front matter; `condition` is a node of the eligibility tree. */
export type Finding =
  | {
      field: 'title' | 'number' | 'made' | 'published' | 'effective' | 'region' | 'hotline' | 'group'
      value: string
    }
  | { field: 'issuers'; value: string[] }
  | { field: 'kind'; value: (typeof ORIGINAL_KINDS)[number] }
  | { field: 'theme'; value: (typeof THEMES)[number] }
  | { field: 'window'; value: ProposedWindow }
  | { field: 'amount'; value: ProposedAmount }
  | { field: 'material'; value: { name: string; note?: string } }
  | { field: 'step'; value: { title: string; text: string } }
  | { field: 'attachment'; value: string }
  | { field: 'condition'; value: Condition }

export type Field = Finding['field']

export type Proposal = Finding & {
  sentence: string
  /** Of the sentence in the Markdown; `inTitle` where it is the title. */
  start: number
  end: number
  inTitle?: true
  /** The rule, for the editor. */
  why: string
}

/** What the rules have to know of the register of authorities. */
export interface Register {
  nameOf(spelling: string): string | undefined
}

/** The proposal that rests on a sentence, or on the title. */
export function resting(on: Sentence | SourceText, finding: Finding, why: string): Proposal {
  if ('markdown' in on) return { ...finding, sentence: on.title, start: 0, end: 0, inTitle: true, why }
  return { ...finding, sentence: on.text, start: on.start, end: on.end, why }
}

/** All that a document could say, in the order of the fields and then of the text. */
export function propose(title: string, markdown: string, register: Register): Proposal[] {
  const source = readSource(title, markdown)
  const head = header(source, register)
  const dated = days(source)
  const region = head.find(({ field }) => field === 'region')
  return withoutDoubles([
    ...head,
    ...dated,
    ...amounts(source),
    ...conditions(source, typeof region?.value === 'string' ? region.value : undefined),
    ...lists(source),
  ])
}

/** The same value from the same field once: the first place that says it. Other sentences remain marked in the text. */
function withoutDoubles(proposals: Proposal[]): Proposal[] {
  const seen = new Set<string>()
  return proposals.filter(({ field, value, start }) => {
    // Two amounts of the same size may be two measures.
    const key = JSON.stringify([
      field,
      field === 'condition' ? valueOfCondition(value as Condition) : value,
      field === 'amount' ? start : 0,
    ])
    return seen.size < seen.add(key).size
  })
}

function valueOfCondition(condition: Condition): unknown {
  if ('ask' in condition) return condition.ask
  const { clause: _clause, ...said } = condition
  return said
}
