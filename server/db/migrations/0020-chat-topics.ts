/** When a company said what its chat is about: it holds although the dialogue before it is long over. */
import type { Kysely } from 'kysely'

export async function up({ schema }: Kysely<never>): Promise<void> {
  await schema.alterTable('conversations').addColumn('topic_at', 'bigint').execute()
}
