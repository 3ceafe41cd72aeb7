/** How the files beside a conversation are, in a few characters: whoever polls for messages hears that they changed. */
import { prepare } from '../db/prepared.ts'
import type { Database } from '../db/schema.ts'

/** On the path of every poll: the company's few rows, by an index. */
const sumUpChat = prepare((db, { companyId }: { companyId: number }) =>
  db
    .selectFrom('chat_files')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('latest')])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'chat_file'),
)

const sumUpOrder = prepare((db, { orderId }: { orderId: number }) =>
  db
    .selectFrom('chat_files')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('latest')])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'advisory_attachment'),
)

/** Of the files beside a conversation: a topic's are those of its order. */
export function markOfFiles(
  db: Database,
  { company_id, order_id }: { company_id: number; order_id: number | null },
): Promise<string> {
  return order_id === null ? markOfChatFiles(db, company_id) : markOfOrderFiles(db, order_id)
}

/** Of the files beside a company's chat. */
export async function markOfChatFiles(db: Database, companyId: number): Promise<string> {
  return toMark(await sumUpChat(db, { companyId }))
}

/** Of the files beside an order's consultation. */
export async function markOfOrderFiles(db: Database, orderId: number): Promise<string> {
  return toMark(await sumUpOrder(db, { orderId }))
}

function toMark([sum]: { count: number; latest: number | null }[]): string {
  return `${sum?.count ?? 0}-${sum?.latest ?? 0}`
}
