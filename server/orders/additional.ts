/** How a company submits the applications that belong to no policy. */
import type { addAdditional } from '../../src/lib/contract/additional.ts'
import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { nextStates, stateName } from '../../src/lib/rules/order-states.ts'
import { removeSubmitted } from '../forms/drafts.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import type { Author } from './history.ts'
import { findByClientId, insertOrder } from './insert-order.ts'
import { moveOn } from './move-order.ts'
import { findOwnOrder, noOrder, type OrderRow } from './order-rows.ts'
import { adoptPapers, holdPapers, type Papers, releasePapers, withSizes } from './papers.ts'
import { refuseSecond } from './refuse-second.ts'
import { refuseUnfit } from './refuse-unfit.ts'

type Body = BodyOf<typeof addAdditional>

const TITLES: Readonly<Record<Body['kind'], string>> = {
  loan: '贷款申请',
  provider: '服务商入驻申请',
  company: '企业档案认证',
}

/**
 * A new entry's id.
 * @throws Refusal 400 when the form would not have sent it, or the storage is full; 404 without its files in the store;
 * 409 for a second application as a provider
 */
export async function submitNew(services: Services, author: Author, body: Body): Promise<number> {
  const { db, now } = services
  const known = await findByClientId(db, author.company_id, body.kind, body.client_id)
  if (known) return known.id
  await refuseUnfit(services, body)
  const papers = await adoptPapers(services, author.company_id, body)
  const order = {
    kind: body.kind,
    state: 'submitted',
    title: titleOf(body),
    client_id: body.client_id,
    fields: await fieldsOf(services, body, papers),
  } as const
  return db.transaction().execute(async (tx) => {
    if (body.kind === 'provider') await refuseSecond(tx, author.company_id, body.client_id)
    if (body.kind !== 'company' && body.client_id !== undefined) {
      await removeSubmitted(tx, { companyId: author.company_id, kind: body.kind }, body.client_id)
    }
    const { id, created } = await insertOrder(tx, author, order, now())
    if (created) await holdPapers(tx, papers, { id, companyId: author.company_id })
    return id
  })
}

/**
 * Submits an entry, for which more was needed, with new content.
 * @throws Refusal 404 no such entry of this kind, 409 when its state does not allow it, and as `submitNew`
 */
export async function submitAgain(
  services: Services,
  author: Author,
  poid: number,
  body: Body,
): Promise<void> {
  const { db, now } = services
  const former = await findOwnOrder(db, author.company_id, poid)
  if (former.kind !== body.kind) throw noOrder()
  if (!nextStates(former.kind, former.state, 'company').includes('submitted')) throw notAwaited(former)
  await refuseUnfit(services, body)
  const papers = await adoptPapers(services, author.company_id, body)
  const set = { title: titleOf(body), fields: JSON.stringify(await fieldsOf(services, body, papers)) }
  await db.transaction().execute(async (tx) => {
    const move = { state: 'submitted', actor: author.name, set } as const
    if (!(await moveOn(tx, former, move, now()))) {
      throw notAwaited(await findOwnOrder(tx, author.company_id, poid))
    }
    await releasePapers(tx, former, papers, now())
    await holdPapers(tx, papers, { id: poid, companyId: author.company_id })
  })
}

function titleOf({ kind, company_name }: Body): string {
  return `${TITLES[kind]}：${company_name}`
}

/** What is kept of a body. */
async function fieldsOf(
  { catalogue }: Pick<Services, 'catalogue'>,
  { client_id, poid, ...body }: Body,
  papers: Papers,
) {
  if (body.kind === 'loan') {
    const { kind, product, ...fields } = body
    const known = (await catalogue()).loans.find(({ id }) => id === body.product_id)
    return {
      ...fields,
      ...(known && { product: { title: known.title, lender: known.lender } }),
      materials: body.materials.map((file) => withSizes(file, papers)),
    }
  }
  const { kind, ...fields } = body
  if (body.kind === 'provider') {
    const { licence, permits } = body
    return {
      ...fields,
      ...(licence && { licence: withSizes(licence, papers) }),
      permits: permits.map((file) => withSizes(file, papers)),
    }
  }
  return fields
}

function notAwaited({ state }: OrderRow): Refusal {
  return new Refusal(CODES.conflict, `这份申请${stateName(state)}，不能再次提交`)
}
