import { createContext, type ReactNode } from 'react'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import type { ListedDocument } from '../../calls.ts'
import type { Change } from '../../document.ts'

export interface ClauseSource {
  id: number
  /** Clauses of the main original have only their article, those of others also the document's name. */
  isMain: boolean
}

interface FormScope {
  problems: readonly Problem[]
  documents: readonly ListedDocument[]
  sources: readonly ClauseSource[]
  asks?: readonly string[]
  change(changes: readonly Change[]): void
  formula?: (path: readonly (string | number)[], value: unknown) => ReactNode
}

export const FormContext = createContext<FormScope>({
  problems: [],
  documents: [],
  sources: [],
  change: () => {},
})
