/** The application that is open at the desk. */
import type * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import type { changeAdditional } from '../../contract/operator/additional.ts'
import { type changeSubmittedOrder, getSubmittedOrder } from '../../contract/operator/order.ts'
import { attempt } from './desk.ts'
import { orders, requests } from './lists.ts'
import { createValue } from './value.ts'

export const deskOrder = createValue((id: number) => ask(getSubmittedOrder, { params: { id } }))

deskOrder.$state.listen((shown) => {
  if (shown.status !== 'ready') return
  const { id, state, operator, gmt_modified } = shown.value.order
  for (const list of [orders, requests]) list.replace(id, { state, operator, gmt_modified })
})

type Change = typeof changeSubmittedOrder | typeof changeAdditional

/** Returns the error. */
export async function changeDeskOrder<C extends Change>(
  call: C,
  id: number,
  body: v.InferInput<C['body']>,
): Promise<string | undefined> {
  const done = await attempt(() => ask(call as Change, { params: { id }, body } as never))
  const shown = deskOrder.$state.get()
  if (shown.status !== 'ready' || shown.value.order.id !== id) return done.ok ? undefined : done.text
  if (done.ok) {
    deskOrder.set(done.value)
    return undefined
  }
  // A colleague may have been faster.
  await deskOrder.refresh()
  return done.text
}
