/** What the fields of a form share. */
import { createContext, type ReactNode } from 'react'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import type { ListedDocument } from '../../calls.ts'
import type { Change } from '../../document.ts'

/** An original that the policy rests on. */
export interface ClauseSource {
  id: number
  /** Clauses of the main one are named by the article alone, of the others with the name of the document. */
  isMain: boolean
}

interface FormScope {
  problems: readonly Problem[]
  /** Everything that can be referred to. */
  documents: readonly ListedDocument[]
  sources: readonly ClauseSource[]
  change(changes: readonly Change[]): void
  /** Draws formulas, where they are written. */
  formula?: (path: readonly (string | number)[], value: unknown) => ReactNode
}

export const FormContext = createContext<FormScope>({
  problems: [],
  documents: [],
  sources: [],
  change: () => {},
})
