import { listConsultations } from '../../src/lib/contract/chat/chatting.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { pageOfConsultations } from '../chat/consultations.ts'
import { operatingCompany } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addChattingRoutes(app: App): void {
  route(app, listConsultations, async ({ params, query, session, services: { db, config } }) => {
    const mine = session.customer.company_id
    const site = config.siteCompanyId ?? (await operatingCompany(db))
    if (params.id !== mine && params.id !== site) throw new Refusal(CODES.none, '没有找到这家企业的咨询')
    return { result: await pageOfConsultations(db, mine, query.page) }
  })
}
