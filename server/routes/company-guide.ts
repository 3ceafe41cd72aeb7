import { readCompanyGuide } from '../../src/lib/contract/account/company-guide.ts'
import { companyGuide } from '../documents/company-guide.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addCompanyGuideRoutes(app: App): void {
  route(app, readCompanyGuide, async ({ session, services }) => ({
    result: await companyGuide(services.db, session.customer.company_id),
  }))
}
