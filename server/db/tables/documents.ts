/** Folders and files of companies. */
import type { Generated } from 'kysely'
import type { ObjectIdColumn } from './storage.ts'

export interface DocumentTables {
  /** One row a company: whoever changes its folders or files passes here first. */
  document_gates: {
    company_id: number
    passes: number
  }
  document_folders: {
    id: Generated<number>
    company_id: number
    /** Null: at the top. */
    parent_id: number | null
    name: string
    /** The name as a search sees it. */
    search_name: string
    created_at: number
  }
  document_files: {
    id: Generated<number>
    company_id: number
    folder_id: number
    object_id: ObjectIdColumn
    name: string
    /** The name as a search sees it. */
    search_name: string
    modified_at: number
    /** Last day on which the paper holds, YYYY-MM-DD; null: none was set. */
    expires_on: string | null
    /** The year that a report is about; null: none was set. */
    report_year: number | null
  }
}
