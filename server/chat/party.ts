/** Who acts in a conversation, and for which of its two sides. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { Side } from '../db/tables/chat.ts'

export interface Party {
  side: Side
  person: Pick<Customer, 'id' | 'name' | 'company_id'>
}

export function otherSide(side: Side): Side {
  return side === 'company' ? 'operator' : 'company'
}

/** The column that says how far a side has read. */
export function readColumn(side: Side): 'company_read_seq' | 'operator_read_seq' {
  return `${side}_read_seq`
}
