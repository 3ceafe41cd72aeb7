/** The operators' quick replies: one value of the installation, changed by comparing its revision. */
import type * as v from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { quickReplies } from '../../src/lib/contract/operator/reply.ts'
import type { Database } from '../db/schema.ts'
import { readRevised, saveRevised } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'

const NAME = 'quick_replies'

type QuickReplies = v.InferOutput<typeof quickReplies>

export async function readQuickReplies(db: Database): Promise<QuickReplies> {
  return (await readRevised(db, NAME, quickReplies)) ?? { items: [], revision: 0 }
}

/** @throws Refusal 409 when a colleague was faster */
export async function saveQuickReplies(db: Database, replies: QuickReplies): Promise<QuickReplies> {
  const saved = await saveRevised(db, NAME, replies)
  if (!saved) throw new Refusal(CODES.conflict, '快捷回复刚被同事修改，请刷新后再试')
  return saved
}
