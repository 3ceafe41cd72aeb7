import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { addAdditional } from '../../src/lib/contract/orders/additional.ts'
import { nextStates, type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { bringsNothing, NOTHING_NEW, sameContent } from '../../src/lib/rules/orders/same-content.ts'
import { lockCompany } from '../company/lock-company.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { checkApplication, refuseSecondApplication } from './check-application.ts'
import { removeSubmitted } from './form-drafts.ts'
import { findByClientId, insertOrder } from './insert-order.ts'
import { type Author, moveOn } from './move-order.ts'
import { findOwnOrder, noOrder, type OrderRow, toOrder } from './order-rows.ts'
import { adoptPapers, holdPapers, type Papers, releasePapers, withSizes } from './papers.ts'

type Body = BodyOf<typeof addAdditional>

const TITLES: Readonly<Record<Body['kind'], string>> = {
  loan: '贷款申请',
  provider: '服务商入驻申请',
  company: '企业档案认证',
}

const HANDED_IN: readonly OrderState[] = ['submitted', 'reviewing', 'approved']

/** @throws Refusal 400, 404 without its files, 409 for a second provider application, or with `draft` for a newer text */
export async function submitNew(services: Services, author: Author, body: Body): Promise<number> {
  const { db, now } = services
  const known = await findByClientId(db, author.company_id, body.kind, body.client_id)
  if (known) return known.id
  await checkApplication(services, body)
  const papers = await adoptPapers(services, author.company_id, body)
  const order = {
    kind: body.kind,
    state: 'submitted',
    title: titleOf(body),
    client_id: body.client_id,
    fields: await fieldsOf(services, body, papers),
  } as const
  return db.transaction().execute(async (tx) => {
    if (body.kind === 'provider') await refuseSecondApplication(tx, author.company_id, body.client_id)
    if (body.kind !== 'company' && body.client_id !== undefined) {
      const { kind, client_id, revision } = body
      await removeSubmitted(tx, { companyId: author.company_id, kind }, { client_id, revision })
    }
    const { id, created } = await insertOrder(tx, author, order, now())
    if (created) await holdPapers(tx, papers, { id, companyId: author.company_id })
    return id
  })
}

/** @throws Refusal 404, 409 with `order` when its state or revision does not allow it, and as `submitNew` */
export async function submitAgain(
  services: Services,
  author: Author,
  poid: number,
  body: Body,
): Promise<void> {
  const { db, now } = services
  const former = await findOwnOrder(db, author.company_id, poid)
  if (former.kind !== body.kind) throw noOrder()
  const isNewest = body.revision === undefined || body.revision === former.revision
  if (!isNewest || !isAwaited(former)) return refuseUnlessHandedIn(services, former, body)
  await checkApplication(services, body)
  const fields = await fieldsOf(services, body, new Map())
  if (bringsNothing(await toOrder(db, former), { fields })) throw new Refusal(CODES.invalid, NOTHING_NEW)
  const papers = await adoptPapers(services, author.company_id, body)
  const fieldsNow = JSON.stringify(await fieldsOf(services, body, papers))
  const set = { title: titleOf(body), fields: fieldsNow, amendment: null }
  const isDone = await db.transaction().execute(async (tx) => {
    await lockCompany(tx, author.company_id)
    const move = { state: 'submitted', actor: author.name, set } as const
    if (!(await moveOn(tx, former, move, now()))) return false
    await releasePapers(tx, former, papers, now())
    await holdPapers(tx, papers, { id: poid, companyId: author.company_id })
    return true
  })
  if (!isDone) await refuseUnlessHandedIn(services, await findOwnOrder(db, author.company_id, poid), body)
}

function isAwaited({ kind, state }: OrderRow): boolean {
  return nextStates(kind, state, 'company').includes('submitted')
}

/** Repeats a lost answer: revision and content identify it. */
async function refuseUnlessHandedIn(services: Services, order: OrderRow, body: Body): Promise<void> {
  const fields = await fieldsOf(services, body, new Map())
  const isSame = body.revision !== undefined && sameContent(JSON.parse(order.fields), fields)
  if (isSame && HANDED_IN.includes(order.state)) return
  const words = isAwaited(order)
    ? '这份申请已在别处修改，请查看最新内容'
    : `这份申请${stateName(order.state)}，不能再次提交`
  throw new Refusal(CODES.conflict, words, { order: await toOrder(services.db, order) })
}

function titleOf({ kind, company_name }: Body): string {
  return `${TITLES[kind]}：${company_name}`
}

async function fieldsOf(
  { catalogue }: Pick<Services, 'catalogue'>,
  { client_id, poid, revision, ...body }: Body,
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
