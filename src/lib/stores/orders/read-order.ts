/** Orders in answers. */
import * as v from 'valibot'
import { RefusedError } from '../../api/errors.ts'
import { CODES } from '../../contract/envelope.ts'
import { type Order, order } from '../../contract/orders/order.ts'

export function orderIn(error: unknown): Order | null {
  if (!(error instanceof RefusedError) || error.code !== CODES.conflict) return null
  const read = v.safeParse(order, error.fields['order'])
  return read.success ? read.output : null
}
