import { openStores } from './visitor.ts'

export type DeclaringPage = Awaited<ReturnType<typeof openDeclaringPage>>

export const openDeclaringPage = () =>
  openStores(() => [
    import('../../../src/lib/stores/session.ts'),
    import('../../../src/lib/stores/log-out.ts'),
    import('../../../src/lib/stores/login.ts'),
    import('../../../src/lib/stores/log-in-first.ts'),
    import('../../../src/lib/stores/declare/form.ts'),
    import('../../../src/lib/stores/declare/declare.ts'),
  ])

export function typed(page: DeclaringPage) {
  const form = page.formOf()
  if (!form) throw new Error(`no form: ${page.$declare.get().status}`)
  return form.content
}

export async function ordersOf({ db }: { db: import('../../../server/db/schema.ts').Database }) {
  const rows = await db
    .selectFrom('orders')
    .select(['state', 'fields'])
    .where('company_id', '>', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ state, fields }) => ({ state, ...(JSON.parse(fields) as { contact: string }) }))
}
