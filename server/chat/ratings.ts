/** 满意度 (behaviour B7.11): one question for each end of a conversation, only for the company's people. */
import type * as v from 'valibot'
import {
  type GivenRating,
  listRatings,
  RATING_CHANGE_DAYS,
  RATINGS_PER_PAGE,
  type Rating,
  rateConversation,
  readRating,
} from '../../src/lib/contract/chat/rating.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { Session } from '../sessions/sessions.ts'
import { noConversation } from './queue.ts'

/** An answer without a reply for this time ends the conversation. */
const QUIET_MS = DAY_MS
/** Conversations that ended before this date are never rated. */
const LATEST_MS = 14 * DAY_MS

export const ratingRoutes: Mount[] = [
  route(readRating, async ({ params, session, services: { db, now } }) => ({
    data: await findRating(db, session, params.id, now()),
  })),

  route(rateConversation, async ({ params, body, session, services: { db, now } }) => {
    await rate(db, session, params.id, body, now())
    return { data: await findRating(db, session, params.id, now()) }
  }),

  route(listRatings, async ({ query, services: { db } }) => ({
    result: await pageOfRatings(db, query.page),
  })),
]

async function findRating(db: Database, session: Session, id: number, nowMs: number): Promise<Rating> {
  const conversation = await db
    .selectFrom('conversations')
    .leftJoin('chat_messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'conversations.id').onRef('last.seq', '=', 'last_seq'),
    )
    .select(['closed', 'last_seq', 'last_at', 'waiting_since', 'last.side'])
    .where('conversations.id', '=', id)
    .where('company_id', '=', session.customer.company_id)
    .executeTakeFirstOrThrow(noConversation)
  const { closed, last_seq, last_at, waiting_since, side } = conversation
  const given = await db
    .selectFrom('ratings')
    .select(['seq', 'grade', 'note', 'created_at'])
    .where('conversation_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (given?.seq === last_seq) {
    const canChange = given.created_at > nowMs - RATING_CHANGE_DAYS * DAY_MS
    const { grade, note } = given
    return grade !== null && canChange ? { is: 'given', seq: last_seq, grade, note } : { is: 'none' }
  }
  if (session.operator || last_at === null || last_at < nowMs - LATEST_MS) return { is: 'none' }
  const isQuiet = side === 'operator' && last_at <= nowMs - QUIET_MS
  // Operators have settled a company's last message if it needs no answer.
  const isSettled = side === 'company' && waiting_since === null
  if (!closed && !isQuiet && !isSettled) return { is: 'none' }
  const answered = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('conversation_id', '=', id)
    .where('side', '=', 'operator')
    .where('seq', '>', given?.seq ?? 0)
    .limit(1)
    .executeTakeFirst()
  return answered ? { is: 'ask', seq: last_seq } : { is: 'none' }
}

type Given = v.InferOutput<(typeof rateConversation)['body']>

async function rate(
  db: Database,
  session: Session,
  id: number,
  { seq, grade, note }: Given,
  nowMs: number,
): Promise<void> {
  const rating = await findRating(db, session, id, nowMs)
  if (session.operator) throw new Refusal(CODES.notAllowed, '运营人员不能评价咨询')
  if (rating.is === 'none' || rating.seq !== seq) {
    throw new Refusal(CODES.conflict, '这次咨询现在不能评价，请刷新后查看')
  }
  const { id: customer_id, company_id } = session.customer
  const said = { customer_id, grade, note: grade === null ? '' : note }
  const { assigned_to: operator_id } = await db
    .selectFrom('conversations')
    .select('assigned_to')
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow()
  const row = { ...said, conversation_id: id, company_id, seq, operator_id, created_at: nowMs }
  await db
    .insertInto('ratings')
    .values(row)
    .onConflict((known) => known.columns(['conversation_id', 'seq']).doUpdateSet(said))
    .execute()
}

function pageOfRatings(db: Database, page: number): Promise<Page<GivenRating>> {
  const rows = db
    .selectFrom('ratings')
    .innerJoin('operator_conversations as conversations', 'conversations.id', 'ratings.conversation_id')
    .innerJoin('companies', 'companies.id', 'ratings.company_id')
    .leftJoin('customers as operator', 'operator.id', 'ratings.operator_id')
    .select(['ratings.id', 'conversation_id', 'companies.name as company_name', 'grade', 'note'])
    .select(['operator.name as operator', 'ratings.created_at'])
    .where('grade', 'is not', null)
    .$narrowType<{ grade: 1 | 2 | 3 }>()
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.id', 'desc')
  return pageOfRows(rows, { page, perPage: RATINGS_PER_PAGE }, ({ created_at, ...row }) => ({
    ...row,
    gmt_create: toTimestamp(created_at),
  }))
}
