/** The tables, as the queries see them. Times are integer milliseconds since 1970, in every database. */
import type { Kysely } from 'kysely'
import type { Changes } from './changes.ts'
import type { AccountTables } from './tables/accounts.ts'
import type { ChatTables } from './tables/chat.ts'
import type { MatchingTables } from './tables/matching.ts'
import type { MessageTables } from './tables/messages.ts'
import type { OrderTables } from './tables/orders.ts'
import type { ServiceTables } from './tables/services.ts'
import type { DocumentTables, StorageTables } from './tables/storage.ts'
import type { SecurityTables, SystemTables } from './tables/system.ts'

export interface Tables
  extends AccountTables,
    MessageTables,
    SystemTables,
    StorageTables,
    DocumentTables,
    OrderTables,
    ChatTables,
    ServiceTables,
    MatchingTables,
    SecurityTables {}

export type Database = Kysely<Tables>

export interface Connection {
  db: Database
  changes: Changes
  damage: readonly string[]
  close: () => Promise<void>
}
