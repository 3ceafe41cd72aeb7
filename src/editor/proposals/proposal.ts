/** What the rules propose: a value of a field, with the sentence that it rests on. */
import type { ORIGINAL_KINDS } from '../../lib/content/schema/documents.ts'
import type { THEMES } from '../../lib/content/schema/fields.ts'
import type { Condition } from '../../lib/rules/eligibility/tree.ts'
import type { Sentence, SourceText } from './source-text.ts'

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
