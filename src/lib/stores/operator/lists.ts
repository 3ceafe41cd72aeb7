/** The lists of the desk's sections, each by its call. */
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { listRatings } from '../../contract/chat/rating.ts'
import { listSubmittedAdditional } from '../../contract/operator/additional.ts'
import { listCompanies, listCompanyPolicies } from '../../contract/operator/company.ts'
import { listConversations } from '../../contract/operator/conversation.ts'
import { listWaiting } from '../../contract/operator/desk.ts'
import { listOperatorExperts, listSlots } from '../../contract/operator/expert.ts'
import { findPolicies } from '../../contract/operator/message.ts'
import { listOperatorAccounts } from '../../contract/operator/operator.ts'
import { listSubmittedOrders } from '../../contract/operator/order.ts'
import { listOperatorPackages } from '../../contract/operator/package.ts'
import { listAllReservations } from '../../contract/operator/reservation.ts'
import { listSecurityEvents, SECURITY_LOG_DAYS } from '../../contract/operator/security-log.ts'
import { listCorrections } from '../../contract/policies/correction.ts'
import { listAllCategories } from '../../contract/services/category.ts'
import { createDeskList, listOf, ownedList } from './list.ts'

export const waiting = listOf(listWaiting)
export const queue = listOf(listConversations)
export const orders = listOf(listSubmittedOrders, { kind: 'application' })
export const requests = listOf(listSubmittedAdditional)
export const reservations = listOf(listAllReservations)
export const corrections = listOf(listCorrections)
export const companies = listOf(listCompanies)
export const experts = listOf(listOperatorExperts)
export const categories = listOf(listAllCategories)
export const policies = listOf(findPolicies)
export const ratings = listOf(listRatings)
export const operatorAccounts = listOf(listOperatorAccounts)
export const securityEvents = listOf(listSecurityEvents)
export const packages = listOf(listOperatorPackages)

export const slots = ownedList(listSlots)
/** The next times at which an expert can still be reserved. */
export const freeSlots = ownedList(listSlots, 'id', { free: 1 })

type Policy = AnswerOf<typeof listCompanyPolicies>['result']['items'][number]

export const companyPolicies = createDeskList<Policy & { id: number }, number>(
  async (id, page) => {
    const { result } = await ask(listCompanyPolicies, { params: { id }, query: { page } })
    // The id is the interpretation's, or else the original's.
    const items = result.items.map((one) => ({ ...one, id: one.item_id ?? one.platform_policy_id ?? 0 }))
    return { ...result, items }
  },
  (companyId) => companyId,
)

export const companyOrders = ownedList(listSubmittedOrders, 'company_id')

export const companyActs = ownedList(listSecurityEvents, 'company_id', { days: SECURITY_LOG_DAYS })
