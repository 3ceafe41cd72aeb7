/** A desk on a busy Monday: companies with conversations and applications of twelve weeks, reservations, corrections. */
import type { Insertable } from 'kysely'
import { LOAN_CONSENT } from '../../src/lib/contract/orders/loan-consent.ts'
import { ORDER_STATES, type OrderState } from '../../src/lib/rules/orders/order-states.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { inChunks } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

export interface Fill {
  companies: number
  conversations: number
  applications: number
  /** The operator who has a third of all conversations and orders. */
  operatorId: number
  nowMs: number
}

const AT_ONCE = 200
const WHO = { company_name: '示例科技有限公司', contact: '王五', phone: '13800000009' }
const LOAN = {
  kind: 'loan' as const,
  title: '经营周转贷',
  fields: { ...WHO, amount: '500000', term_months: 12, purpose: '购买设备', consent: LOAN_CONSENT.version },
}
const PROVIDER = {
  kind: 'provider' as const,
  title: '服务商入驻申请：示例科技有限公司',
  fields: {
    ...WHO,
    category_id: 2,
    credit_code: '91350100M000100Y43',
    services: '知识产权代理',
    regions: ['440100'],
    licence: {
      local_name: '营业执照.pdf',
      hash_name: 'companies/1/filled-in-by-the-tests/licence.pdf',
      size: 9000,
    },
  },
}
const STATES = ORDER_STATES.filter((state) => state !== 'draft')
/** The events of an application up to its state. */
const WAYS: Readonly<Record<string, readonly OrderState[]>> = {
  submitted: ['submitted'],
  reviewing: ['submitted', 'reviewing'],
  'more-needed': ['submitted', 'reviewing', 'more-needed'],
  approved: ['submitted', 'reviewing', 'approved'],
  publicity: ['submitted', 'reviewing', 'approved', 'publicity'],
  paid: ['submitted', 'reviewing', 'approved', 'publicity', 'paid'],
  rejected: ['submitted', 'reviewing', 'rejected'],
  withdrawn: ['submitted', 'withdrawn'],
}

/** Ids of companies and people begin at 1,000, one person each. The same fill is always the same. */
export async function fillDesk(db: Database, fill: Fill): Promise<void> {
  const { nowMs, operatorId } = fill
  const id = (index: number) => 1000 + index
  const company = (index: number) => id(index % fill.companies)
  const mine = (index: number) => (index % 3 === 0 ? operatorId : null)
  /** A third within the last hours, a third within days, the rest over twelve weeks. */
  const ago = (index: number) => {
    const mixed = (index * 2_654_435_761) % 2 ** 32
    return (mixed % ([8, 96, 2000][Math.floor(mixed / 4096) % 3] ?? 1)) * HOUR_MS
  }
  const many = <T>(count: number, row: (index: number) => T) =>
    Array.from({ length: count }, (_, n) => row(n))

  await insert(
    db,
    'companies',
    many(fill.companies, (n) => ({
      id: id(n),
      name: `示例${n}号科技有限公司`,
      created_at: nowMs - 90 * DAY_MS,
      level: 1,
      used_bytes: n % 10 === 0 ? 1000 * 1024 * 1024 : n * 1024,
    })),
  )
  await insert(
    db,
    'customers',
    many(fill.companies, (n) => ({
      id: id(n),
      phone: `1650000${String(n).padStart(4, '0')}`,
      name: `用户${n}`,
      company_id: id(n),
      created_at: nowMs - 90 * DAY_MS,
      joined_at: null,
    })),
  )
  await insert(
    db,
    'orders',
    many(fill.applications, (n) => {
      const isRequest = n % 8 === 7
      const request = n % 16 === 7 ? LOAN : PROVIDER
      const state = isRequest ? 'submitted' : (STATES[n % STATES.length] as OrderState)
      const at = nowMs - ago(n) - 30 * MINUTE_MS
      return {
        id: id(n),
        company_id: company(n),
        customer_id: company(n),
        kind: isRequest ? request.kind : ('application' as const),
        item_id: isRequest ? null : 22,
        title: isRequest ? request.title : `科技创新券（第 ${n} 份）`,
        state,
        receipt_no: `SB20261123-${String(n).padStart(6, '0')}`,
        fields: JSON.stringify(isRequest ? request.fields : { contact: '王五', phone: '13800000009' }),
        operator_id: mine(n),
        submitted_at: at,
        created_at: at,
        updated_at: at,
        revision: 1,
      }
    }),
  )
  await insert(
    db,
    'order_events',
    many(fill.applications, (n) => {
      const way = n % 8 === 7 ? ['submitted' as const] : (WAYS[STATES[n % STATES.length] as string] ?? [])
      const at = nowMs - ago(n) - 30 * MINUTE_MS
      return way.map((state, step) => ({
        order_id: id(n),
        at: Math.min(nowMs, at + step * 5 * HOUR_MS),
        state,
        actor: step === 0 ? `用户${n}` : '运营',
        note: '',
      }))
    }).flat(),
  )
  await insert(
    db,
    'conversations',
    many(fill.conversations, (n) => {
      const at = nowMs - ago(n) - MINUTE_MS
      const isTopic = n >= fill.companies
      const order = isTopic ? id((n - fill.companies) % fill.applications) : null
      return {
        id: id(n),
        company_id: isTopic ? company((n - fill.companies) % fill.applications) : id(n),
        kind: isTopic ? ('advisory' as const) : ('chat' as const),
        order_id: order,
        topic_no: isTopic ? 1 + Math.floor((n - fill.companies) / fill.applications) : null,
        title: isTopic ? '材料怎么准备' : '',
        policy_id: null,
        assigned_to: mine(n),
        last_seq: 2,
        last_at: at,
        waiting_since: n % 4 === 0 ? null : at,
        created_at: at,
      }
    }),
  )
  await insert(
    db,
    'chat_messages',
    many(fill.conversations, (n) => {
      const at = nowMs - ago(n) - MINUTE_MS
      const asker = n >= fill.companies ? company((n - fill.companies) % fill.applications) : id(n)
      const isAnswered = n % 4 === 0
      const line = (seq: number, isOurs: boolean) => ({
        conversation_id: id(n),
        seq,
        side: isOurs ? ('operator' as const) : ('company' as const),
        sender_id: isOurs ? operatorId : asker,
        admin: isOurs ? '政策顾问' : null,
        type: 0 as const,
        detail: isOurs ? '可以在线申报' : '请问这个政策怎么申报？',
        client_id: `fill-${n}-${seq}`,
        created_at: isOurs ? at + (n % 90) * MINUTE_MS : at,
      })
      return [line(1, false), line(2, isAnswered)]
    }).flat(),
  )
  await insert(
    db,
    'reservations',
    many(Math.ceil(fill.companies / 2), (n) => ({
      company_id: company(n),
      customer_id: company(n),
      client_id: null,
      kind: 'fund' as const,
      target_id: 3,
      target_name: '示例产业基金',
      starts_at: n % 2 === 0 ? nowMs - (nowMs % DAY_MS) + n * HOUR_MS : null,
      ends_at: null,
      contact: '王五',
      phone: '13800000009',
      note: null,
      state: n % 2 === 0 ? ('confirmed' as const) : ('requested' as const),
      answer: null,
      created_at: nowMs - ago(n),
      changed_at: nowMs - ago(n),
    })),
  )
  await insert(
    db,
    'corrections',
    many(Math.ceil(fill.companies / 3), (n) => ({
      company_id: company(n),
      customer_id: company(n),
      client_id: null,
      kind: 'original' as const,
      page_id: 11,
      policy_id: 11,
      title: '高新技术企业认定管理办法',
      text: '第十一条的比例写错了',
      source: null,
      state: n % 3 === 0 ? ('fixed' as const) : ('open' as const),
      answer: null,
      created_at: nowMs - ago(n),
      changed_at: nowMs - ago(n),
    })),
  )
}

async function insert<Table extends keyof Tables>(
  db: Database,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const some of inChunks(rows, AT_ONCE)) {
    await db
      .insertInto(table)
      .values(some as never)
      .execute()
  }
}
