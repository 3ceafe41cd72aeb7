/** Receipt numbers: what a person reads out on the telephone. */
import type { OrderKind } from '../../src/lib/rules/orders/order-states.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'

/** 申报, 贷款, 入驻, 企业 by their initials. */
const PREFIXES: Readonly<Record<OrderKind, string>> = {
  application: 'SB',
  loan: 'DK',
  provider: 'RZ',
  company: 'QY',
}

/** SB20261121-000123: kind, day of the first submission in China, order. Unique, because the order's id is. */
export function receiptNo(kind: OrderKind, orderId: number, nowMs: number): string {
  const day = chinaDay(new Date(nowMs)).replaceAll('-', '')
  return `${PREFIXES[kind]}${day}-${String(orderId).padStart(6, '0')}`
}
