/** The operators' quick replies: one value of the installation, changed by comparing its revision. */
import * as v from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { quickReplies } from '../../src/lib/contract/operator/reply.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

const NAME = 'quick_replies'

type QuickReplies = v.InferOutput<typeof quickReplies>

export async function readQuickReplies(db: Database): Promise<QuickReplies> {
  const stored = await findStored(db)
  return stored === undefined ? { items: [], revision: 0 } : parse(stored)
}

/** @throws Refusal 409 when somebody else was quicker */
export async function saveQuickReplies(
  db: Database,
  { items, revision }: QuickReplies,
): Promise<QuickReplies> {
  const next = { items, revision: revision + 1 }
  if (!(await write(db, revision, JSON.stringify(next)))) {
    throw new Refusal(CODES.conflict, '快捷回复刚被同事修改，请刷新后再试')
  }
  return next
}

async function write(db: Database, revision: number, value: string): Promise<boolean> {
  const stored = await findStored(db)
  if (stored === undefined) {
    if (revision !== 0) return false
    const inserted = await db
      .insertInto('settings')
      .values({ name: NAME, value })
      .onConflict((row) => row.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    return inserted !== undefined
  }
  if (parse(stored).revision !== revision) return false
  const changed = await db
    .updateTable('settings')
    .set({ value })
    .where('name', '=', NAME)
    .where('value', '=', stored)
    .returning('name')
    .executeTakeFirst()
  return changed !== undefined
}

async function findStored(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value
}

function parse(stored: string): QuickReplies {
  return v.parse(quickReplies, JSON.parse(stored))
}
