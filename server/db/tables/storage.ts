/** Company levels, the objects that companies store, and uploads under way. */
import type { ColumnType, Generated } from 'kysely'

/** Id of an object that cannot go before the transaction ends; only `lockObject` gives one. */
export type LockedObjectId = number & { readonly lockedObject: true }

/** For columns that refer to `stored_objects`. */
export type ObjectIdColumn = ColumnType<number, LockedObjectId, LockedObjectId>

export interface StorageTables {
  /** Company levels and what each allows. */
  packages: {
    /** From 1; a higher one allows more. */
    level: number
    name: string
    description: string
    file_storage_mb: number
    /** Objects that count, and folders, of one company. */
    max_files: Generated<number>
    max_folders: Generated<number>
  }
  /** Objects in the store that count against a company's quota, each once however often it is used. */
  stored_objects: {
    id: Generated<number>
    bucket: 'documents' | 'static'
    key: string
    company_id: number
    /** As the store says. */
    size: number
    /** What it counts for in `used_bytes`; null: its size, as earlier versions counted. */
    counted_bytes: Generated<number | null>
    /** Of its bytes when it was adopted; null: not known. */
    etag: Generated<string | null>
    /** Decimal; null: not known. */
    crc64: Generated<string | null>
    /** What the virus scanner says. */
    scan: Generated<'pending' | 'clean' | 'refused'>
    created_at: number
    /** Since then it does not count any more and waits for its removal. */
    released_at: number | null
    /** The removal that has begun with it: there is no way back. */
    removal: string | null
  }
  /** What uses an object, and who may read it by that. An object that nothing holds any more is released. */
  object_holds: {
    object_id: number
    /** What holds it, such as `chat_message`, and which one. */
    kind: string
    holder_id: number
    /** Its people may read the object. */
    company_id: number
    /** Whether operators may read it, too, unless it is a draft's: they ask `operator_holds`. */
    operators: 0 | 1
  }
  /** Objects that operators may read by what holds them: nothing of drafts. A view. */
  operator_holds: { object_id: number }
  /** Key prefixes that a company may write to, with the bytes reserved for what is to come. */
  uploads: {
    prefix: string
    bucket: 'documents' | 'static'
    company_id: number
    reserved_bytes: number
    expires_at: number
    /** Nothing below it can be written or adopted any more. */
    closed: Generated<0 | 1>
    /** What it has brought. */
    object_id: Generated<number | null>
    opened_at: Generated<number>
  }
}

// Folders and files of companies.

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
