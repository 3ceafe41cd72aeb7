import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'

/** What a policy's page tells its form. */
export interface DeclareItem {
  /** Page id of the interpretation. */
  id: number
  title: string
  window: ApplicationWindow
  materials: readonly { name: string; note?: string | undefined; optional: boolean }[]
  /** Where the authority receives applications itself. */
  official?: { name: string; url: string } | undefined
}
