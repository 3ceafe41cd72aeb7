/** Tags of conversations and applications: free words, offered from those in use. */
import type { InferOutput } from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { type changeOfTags, TAGS_EACH, TAGS_OFFERED } from '../../src/lib/contract/operator/work.ts'
import type { Database } from '../db/schema.ts'
import { passGate } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'
import type { Subject } from './handovers.ts'

type Tagged = Pick<Subject, 'conversation_id' | 'order_id'>

/** In the order in which they were given. */
export async function tagsOf(db: Database, subject: Tagged): Promise<string[]> {
  const tags = await selectTags(db, subject).select('name').orderBy('id').execute()
  return tags.map(({ name }) => name)
}

function selectTags(db: Database, { conversation_id, order_id }: Tagged) {
  const tags = db.selectFrom('desk_tags')
  return conversation_id === null
    ? tags.where('order_id', '=', order_id)
    : tags.where('conversation_id', '=', conversation_id)
}

/** Of many at once, by id. */
export async function tagsOfAll(
  db: Database,
  column: 'conversation_id' | 'order_id',
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const tags = await db
    .selectFrom('desk_tags')
    .select([column, 'name'])
    .where(column, 'in', ids)
    .orderBy('id')
    .execute()
  for (const tag of tags) found.get(tag[column] ?? 0)?.push(tag.name)
  return found
}

/**
 * Adds and takes off; what is there already, or not there, is no error.
 * @returns all that it has by now
 * @throws Refusal 409 when there would be more than `TAGS_EACH`
 */
export function changeTags(
  db: Database,
  subject: Subject,
  { add, remove }: InferOutput<typeof changeOfTags>,
): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    // Two who add at once would both have room.
    await passGate(transaction, 'tags_gate')
    for (const name of remove) {
      const gone = transaction.deleteFrom('desk_tags').where('name', '=', name)
      await (subject.conversation_id === null
        ? gone.where('order_id', '=', subject.order_id)
        : gone.where('conversation_id', '=', subject.conversation_id)
      ).execute()
    }
    for (const name of add) {
      await transaction
        .insertInto('desk_tags')
        .values({ ...subject, name })
        .onConflict((known) => known.doNothing())
        .execute()
    }
    const tags = await tagsOf(transaction, subject)
    if (tags.length > TAGS_EACH) throw new Refusal(CODES.conflict, `最多 ${TAGS_EACH} 个标签，请先移除一个`)
    return tags
  })
}

/** The most used first. */
export async function tagsInUse(db: Database): Promise<{ name: string; uses: number }[]> {
  return db
    .selectFrom('desk_tags')
    .select(['name', (row) => row.fn.countAll<number>().as('uses')])
    .groupBy('name')
    .orderBy('uses', 'desc')
    .orderBy('name')
    .limit(TAGS_OFFERED)
    .execute()
}

/**
 * Renames a tag everywhere; where the other one is already, they become one. `to` null takes it off.
 * @returns at how many
 * @throws Refusal 404
 */
export function changeTag(db: Database, name: string, to: string | null): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await passGate(transaction, 'tags_gate')
    const { uses } = await transaction
      .selectFrom('desk_tags')
      .select((row) => row.fn.countAll<number>().as('uses'))
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    if (uses === 0) throw new Refusal(CODES.none, '没有找到这个标签，可能刚被同事修改')
    if (to === name) return uses
    const here = transaction.selectFrom('desk_tags').where('name', '=', to ?? name)
    const gone = transaction.deleteFrom('desk_tags').where('name', '=', name)
    await gone
      .where((row) =>
        row.or([
          row(
            'conversation_id',
            'in',
            here.select('conversation_id').where('conversation_id', 'is not', null),
          ),
          row('order_id', 'in', here.select('order_id').where('order_id', 'is not', null)),
        ]),
      )
      .execute()
    if (to !== null) {
      await transaction.updateTable('desk_tags').set({ name: to }).where('name', '=', name).execute()
    }
    return uses
  })
}
