/** Providers that operators have taken off again: their page is kept, with its address, for when it comes back. */
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<never>): Promise<void> {
  await schema.alterTable('public_providers').addColumn('off_at', 'bigint').execute()
}
