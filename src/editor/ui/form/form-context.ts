/** Data that the fields of a form share. */
import { createContext, type ReactNode } from 'react'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import type { ListedDocument } from '../../calls.ts'
import type { Change } from '../../document.ts'

/** An original that the policy is based on. */
export interface ClauseSource {
  id: number
  /** Clauses of the main original have only their article, those of others also the document's name. */
  isMain: boolean
}

interface FormScope {
  problems: readonly Problem[]
  /** All documents that can be referenced. */
  documents: readonly ListedDocument[]
  sources: readonly ClauseSource[]
  change(changes: readonly Change[]): void
  /** Renders a formula editor in place of the field. */
  formula?: (path: readonly (string | number)[], value: unknown) => ReactNode
}

export const FormContext = createContext<FormScope>({
  problems: [],
  documents: [],
  sources: [],
  change: () => {},
})
