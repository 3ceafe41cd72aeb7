/** Requirements on a new application. The form knows the materials of each product; here only their presence counts. */

import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { addAdditional } from '../../src/lib/contract/orders/additional.ts'
import { amountOutside, monthsOutside } from '../../src/lib/rules/loan/terms.ts'
import { isFinal, ORDER_STATES } from '../../src/lib/rules/orders/order-states.ts'
import { findShownCategory } from '../categories/categories.ts'
import { lockCompany } from '../company/lock-company.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'

type Body = BodyOf<typeof addAdditional>
type Loan = Extract<Body, { kind: 'loan' }>
type Provider = Extract<Body, { kind: 'provider' }>
type Needed = Pick<Services, 'db' | 'catalogue'>

/** @throws Refusal 400 with the missing or unavailable materials, or the values outside the product's terms */
export async function checkApplication(services: Needed, body: Body): Promise<void> {
  const problem = await findProblem(services, body)
  if (problem !== undefined) throw new Refusal(CODES.invalid, problem)
}

async function findProblem({ db, catalogue }: Needed, body: Body): Promise<string | undefined> {
  switch (body.kind) {
    case 'loan':
      return outsideTerms(body, (await catalogue()).loans) ?? missingInLoan(body)
    case 'provider':
      return missingInProvider(body) ?? (await notOffered(db, body))
    case 'company':
      return undefined
  }
}

type Products = Awaited<ReturnType<Services['catalogue']>>['loans']

function outsideTerms(loan: Loan, products: Products): string | undefined {
  if (loan.product_id === undefined) return undefined
  const product = products.find(({ id }) => id === loan.product_id)
  if (!product) return '这个贷款产品已经下架，请重新选择'
  const { amount, months } = product
  return (
    (amount && amountOutside(Number(loan.amount), amount)) ??
    (months && monthsOutside(loan.term_months, months))
  )
}

/** Founders of an unregistered company have no documents yet. */
function missingInLoan({ credit_code, legal_person, materials }: Loan): string | undefined {
  const isRegistered = credit_code !== null
  if (legal_person === '') return `请填写${isRegistered ? '法定代表人' : '创业者姓名'}`
  return isRegistered && materials.length === 0 ? '请上传贷款材料' : undefined
}

function missingInProvider({ category_id, licence }: Provider): string | undefined {
  if (category_id === undefined) return '请选择服务类别'
  return licence ? undefined : '请上传营业执照'
}

async function notOffered(db: Needed['db'], { category_id = 0 }: Provider): Promise<string | undefined> {
  return (await findShownCategory(db, category_id)) ? undefined : '这个服务类别已经停用，请重新选择'
}

/** A company has one open application as a provider: it has one public page, and two decisions would contradict each other. */
const WAITING = ORDER_STATES.filter((state) => !isFinal('provider', state))

/** Call it in the transaction that writes the new application. @throws Refusal 409 while another application is open */
export async function refuseSecondApplication(
  transaction: Database,
  companyId: number,
  clientId: string | undefined,
): Promise<void> {
  await lockCompany(transaction, companyId)
  const waiting = await transaction
    .selectFrom('orders')
    .select(['receipt_no', 'client_id'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'provider')
    .where('state', 'in', WAITING)
    .executeTakeFirst()
  if (!waiting || (clientId !== undefined && waiting.client_id === clientId)) return
  throw new Refusal(
    CODES.conflict,
    `贵企业已有一份入驻申请正在办理（${waiting.receipt_no}）。如需修改，请先在“我的申报订单”中撤回`,
  )
}
