/** What the fields of a form share. */
import { createContext } from 'react'
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import type { ListedDocument } from '../../calls.ts'
import type { Change } from '../../document.ts'

interface FormScope {
  problems: readonly Problem[]
  /** Everything that can be referred to. */
  documents: readonly ListedDocument[]
  change(changes: readonly Change[]): void
}

export const FormContext = createContext<FormScope>({ problems: [], documents: [], change: () => {} })
