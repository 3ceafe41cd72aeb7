/** Lists of the desk as CSV: the rows of a list's call, in words. */
import { stringify } from 'csv-stringify/sync'
import type * as v from 'valibot'
import type { Call, QueryOf } from '../../src/lib/contract/call.ts'
import { listSubmittedAdditional } from '../../src/lib/contract/operator/additional.ts'
import { listCompanies } from '../../src/lib/contract/operator/company.ts'
import { listConversations } from '../../src/lib/contract/operator/conversation.ts'
import { EXPORTED_LISTS, type ExportedList } from '../../src/lib/contract/operator/export.ts'
import { listSubmittedOrders } from '../../src/lib/contract/operator/order.ts'
import { listAllReservations } from '../../src/lib/contract/operator/reservation.ts'
import {
  listSecurityEvents,
  SECURITY_EVENTS,
  SECURITY_ROLE_NAMES,
} from '../../src/lib/contract/operator/security-log.ts'
import { ADDITIONAL_KINDS } from '../../src/lib/contract/orders/additional.ts'
import {
  CORRECTION_KIND_NAMES,
  CORRECTION_STATE_NAMES,
  listCorrections,
} from '../../src/lib/contract/policies/correction.ts'
import { readChatDetail, summarizeDetail } from '../../src/lib/rules/chat/chat-detail.ts'
import { KIND_NAMES, ORDER_KINDS, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { RESERVATION_KIND_NAMES, RESERVATION_STATE_NAMES } from '../../src/lib/rules/orders/reservations.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { formatMoment } from '../../src/lib/rules/time/dates.ts'
import { listQueue } from '../chat/queue.ts'
import { listReports } from '../corrections/corrections.ts'
import { type Listing, wholeList } from '../db/page.ts'
import { parseInput } from '../http/parse.ts'
import { streamFile } from '../http/stream-json.ts'
import type { AppContext, Services } from '../http/types.ts'
import { listSubmitted } from '../orders/submitted-orders.ts'
import { listEveryReservation } from '../reservations/reservations.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { listEvents } from '../security-log/routes.ts'
import { listEveryCompany } from './companies.ts'

interface Reader extends Pick<Services, 'db' | 'securityLog' | 'now'> {
  operatorId: number
}

type Cell = string | number | null | undefined
type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>

interface Table {
  total: number
  pages: AsyncGenerator<Cell[][], undefined>
}

/** Reads the filter like the call. @throws Refusal 400 */
function table<C extends Call & { query: v.GenericSchema }, Row, Item>(
  call: C,
  open: (reader: Reader, filter: QueryOf<C>) => Promise<Listing<Row, Item>> | Listing<Row, Item>,
  columns: Columns<Item>,
) {
  return async (reader: Reader, filter: string): Promise<Table> => {
    const asked = parseInput(call.query, Object.fromEntries(new URLSearchParams(filter))) as QueryOf<C>
    const { total, pages } = await wholeList(await open(reader, asked))
    const cells = Object.values(columns)
    async function* read(): AsyncGenerator<Cell[][], undefined> {
      yield [Object.keys(columns)]
      for await (const page of pages) yield page.map((item) => cells.map((cell) => cell(item)))
    }
    return { total, pages: read() }
  }
}

const moment = (at: string | null) => at && formatMoment(at)

type OrderItem = Awaited<ReturnType<ReturnType<typeof listSubmitted>['toItems']>>[number]

const ORDER_COLUMNS: Columns<OrderItem> = {
  服务单号: ({ receipt_no }) => receipt_no,
  申请: ({ title }) => title,
  类型: ({ kind }) => KIND_NAMES[kind],
  状态: ({ state }) => stateName(state),
  企业编号: ({ company }) => company.id,
  企业: ({ company }) => company.name,
  顾问: ({ operator }) => operator,
  提交时间: ({ gmt_submit }) => moment(gmt_submit),
  更新时间: ({ gmt_modified }) => moment(gmt_modified),
}

const TABLES: Readonly<Record<ExportedList, (reader: Reader, filter: string) => Promise<Table>>> = {
  conversations: table(
    listConversations,
    ({ db, operatorId, now }, { page: _, ...filter }) => listQueue(db, operatorId, filter, now()),
    {
      编号: ({ id }) => id,
      企业编号: ({ company }) => company.id,
      企业: ({ company }) => company.name,
      类型: ({ kind }) => (kind === 'chat' ? '专家咨询' : '申报咨询'),
      主题: ({ title }) => title,
      负责人: ({ assigned }) => assigned?.name,
      未读: ({ unread }) => unread,
      等待回复自: ({ waiting_since }) => moment(waiting_since),
      最近一条: ({ last }) => summarizeDetail(readChatDetail(last)),
      最近时间: ({ last }) => moment(last.gmt_create),
      状态: ({ closed }) => (closed ? '已关闭' : ''),
    },
  ),
  orders: table(
    listSubmittedOrders,
    (reader, { page: _, kind, ...filter }) =>
      listSubmitted(reader, { ...filter, kinds: kind ? [kind] : ORDER_KINDS }),
    ORDER_COLUMNS,
  ),
  requests: table(
    listSubmittedAdditional,
    (reader, { page: _, kind, ...filter }) =>
      listSubmitted(reader, { ...filter, kinds: kind ? [kind] : ADDITIONAL_KINDS }),
    ORDER_COLUMNS,
  ),
  reservations: table(
    listAllReservations,
    ({ db }, { page: _, ...filter }) => listEveryReservation(db, filter),
    {
      编号: ({ id }) => id,
      类型: ({ kind }) => RESERVATION_KIND_NAMES[kind],
      预约对象: ({ target_name, target_id }) => target_name ?? `编号 ${target_id}`,
      企业编号: ({ company_id }) => company_id,
      企业: ({ company_name }) => company_name,
      联系人: ({ contact }) => contact,
      电话: ({ phone }) => phone,
      时间: ({ starts_at }) => moment(starts_at),
      备注: ({ note }) => note,
      答复: ({ answer }) => answer,
      状态: ({ state }) => RESERVATION_STATE_NAMES[state],
      提出时间: ({ gmt_create }) => moment(gmt_create),
    },
  ),
  corrections: table(listCorrections, ({ db }, { page: _, ...filter }) => listReports(db, filter), {
    编号: ({ id }) => id,
    内容类型: ({ kind }) => CORRECTION_KIND_NAMES[kind],
    内容: ({ title, page_id }) => title ?? `第 ${page_id} 号`,
    错误说明: ({ text }) => text,
    依据: ({ source }) => source,
    企业编号: ({ company_id }) => company_id,
    企业: ({ company_name }) => company_name,
    状态: ({ state }) => CORRECTION_STATE_NAMES[state],
    答复: ({ answer }) => answer,
    时间: ({ gmt_create }) => moment(gmt_create),
  }),
  companies: table(listCompanies, ({ db }, { page: _, ...filter }) => listEveryCompany(db, filter), {
    编号: ({ id }) => id,
    企业: ({ name }) => name,
    等级: ({ level }) => level,
    申请: ({ orders }) => orders,
    已用字节: ({ used }) => used,
    额度字节: ({ quota }) => quota,
    注册时间: ({ gmt_create }) => moment(gmt_create),
  }),
  security: table(
    listSecurityEvents,
    async ({ db, securityLog, now }, { page: _, ...filter }) => {
      await securityLog.flush()
      return listEvents(db, securityLog, filter, now())
    },
    {
      时间: ({ gmt_create }) => moment(gmt_create),
      事件: ({ event }) => SECURITY_EVENTS[event],
      次数: ({ times }) => times,
      角色: ({ role }) => SECURITY_ROLE_NAMES[role],
      谁: ({ actor }) => actor,
      来源地址: ({ address }) => address,
      企业: ({ company }) => company,
      操作: ({ action }) => action,
      对象: ({ target }) => target,
      备注: ({ note }) => note,
    },
  ),
}

/** Returns a list as a download. The security log records it first. */
export async function exportRows(
  context: AppContext,
  operatorId: number,
  { list, filter }: { list: ExportedList; filter: string },
): Promise<Response> {
  const { db, securityLog, now } = context.get('services')
  const { total, pages } = await TABLES[list]({ db, securityLog, now, operatorId }, filter)
  const name = EXPORTED_LISTS[list]
  noteEvent(context, 'list-exported', { note: `${name}，${total} 条${filter ? '（有筛选）' : ''}` })
  const file = `${name}-${chinaDay(new Date(now()))}.csv`
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${list}.csv"; filename*=UTF-8''${encodeURIComponent(file)}`,
  }
  return streamFile(context, headers, write(pages))
}

/** Quotes every cell: the library would not quote a line feed beside Windows' line ends. */
const FORM = {
  quoted: true,
  quoted_empty: true,
  record_delimiter: 'windows',
  escape_formulas: true,
} as const

async function* write(pages: AsyncGenerator<Cell[][], undefined>): AsyncGenerator<string, undefined> {
  yield '\uFEFF'
  for await (const rows of pages) yield stringify(rows, FORM)
}
