import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { type NewMessage, sendMessage } from '../news/messages.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import { endSession, startSession } from '../sessions/sessions.ts'
import { type Challenged, takeCode } from '../sms/codes.ts'
import { type CustomerRow, findOrCreateCustomer, recordConsent } from './customers.ts'

export interface LoginRequest extends Challenged {
  captcha: string
  consent?: string | undefined
  formerTokenHash?: string | undefined
  isOperator: boolean
  device: string | null
  address: string
}

/** Undefined if another login has used the (matching) code meanwhile. */
export function completeLogin(
  db: Database,
  request: LoginRequest,
  catalogue: KeptCatalogue,
  nowMs: number,
): Promise<{ customer: CustomerRow; created: boolean; token: string } | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (!(await takeCode(transaction, request, request.captcha))) return undefined
    const { customer, created } = await findOrCreateCustomer(
      transaction,
      request.phone,
      request.isOperator,
      nowMs,
    )
    const welcome = created ? welcomeMessage(catalogue) : undefined
    if (welcome) {
      const to = { company_id: customer.company_id, customer_id: customer.id }
      await sendMessage(transaction, { ...welcome, ...to }, nowMs)
    }
    if (request.consent) await recordConsent(transaction, customer.id, request.consent, nowMs)
    if (request.formerTokenHash) await endSession(transaction, request.formerTokenHash)
    const { device, address, browserHash: browser_hash } = request
    const place = { customer_id: customer.id, address, browser_hash }
    if (await rememberBrowser(transaction, place, nowMs)) {
      const message = `${customer.name}在新的设备上登录：${device ?? '未知设备'}。如非本人操作，请在企业账户的“登录设备”中退出该设备。`
      const news = { company_id: customer.company_id, message, category: 'application' } as const
      await sendMessage(transaction, news, nowMs)
    }
    return { customer, created, token: await startSession(transaction, { ...place, device }, nowMs) }
  })
}

/** The first message of a new customer names the newest policy with an application, or else the first policy. */
function welcomeMessage(
  catalogue: KeptCatalogue,
): Pick<NewMessage, 'message' | 'category' | 'platform_policy_id'> | undefined {
  const item = catalogue.items.find((candidate) => candidate.policy !== null)
  const policyId = item?.policy ?? catalogue.policies[0]?.id
  const policy = catalogue.policies.find((candidate) => candidate.id === policyId)
  const title = policy?.title ?? item?.title
  if (policyId === undefined || title === undefined) return undefined
  return {
    message: `您好，欢迎使用惠企政策服务！为您推荐一项惠企政策：《${title}》，请点击查看原文。`,
    category: 'policy',
    platform_policy_id: policyId,
  }
}
