import type { ColumnType, Generated } from 'kysely'

/** Id of an object that stays until the transaction ends; only `lockObject` returns one. */
export type LockedObjectId = number & { readonly lockedObject: true }

export type ObjectIdColumn = ColumnType<number, LockedObjectId, LockedObjectId>

export interface StorageTables {
  packages: {
    level: number
    name: string
    description: string
    file_storage_mb: number
    max_files: Generated<number>
    max_folders: Generated<number>
  }
  /** Objects in the store that count against a company's quota, each once however often it is used. */
  stored_objects: {
    id: Generated<number>
    bucket: 'documents' | 'static'
    key: string
    company_id: number
    size: number
    /** Its share of `used_bytes`; null: its size, as earlier versions counted. */
    counted_bytes: Generated<number | null>
    etag: Generated<string | null>
    crc64: Generated<string | null>
    scan: Generated<'pending' | 'clean' | 'refused'>
    created_at: number
    /** Since then it no longer counts and waits for its removal. */
    released_at: number | null
    /** The removal in progress, which cannot be undone. */
    removal: string | null
  }
  /** Uses of an object, and who may read it by each. An object without a hold is released. */
  object_holds: {
    object_id: number
    kind: string
    holder_id: number
    company_id: number
    /** Whether operators may read it, too, unless it belongs to a draft: they ask `operator_holds`. */
    operators: 0 | 1
  }
  /** A view of the objects that operators may read: none of drafts. */
  operator_holds: { object_id: number }
  /** Key prefixes that a company may write to, with the bytes reserved for the rest. */
  uploads: {
    prefix: string
    bucket: 'documents' | 'static'
    company_id: number
    reserved_bytes: number
    expires_at: number
    closed: Generated<0 | 1>
    object_id: Generated<number | null>
    opened_at: Generated<number>
  }
}

// Folders and files of companies.

export interface DocumentTables {
  /** One row per company: every change of its folders or files locks it first. */
  document_gates: {
    company_id: number
    passes: number
  }
  document_folders: {
    id: Generated<number>
    company_id: number
    parent_id: number | null
    name: string
    search_name: string
    created_at: number
  }
  document_files: {
    id: Generated<number>
    company_id: number
    folder_id: number
    object_id: ObjectIdColumn
    name: string
    search_name: string
    modified_at: number
    expires_on: string | null
    report_year: number | null
  }
}
