import { changeProfile, readProfile } from '../../src/lib/contract/account/company-profile.ts'
import { saveProfile, toProfile } from '../company/profile.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addCompanyProfileRoutes(app: App): void {
  route(app, readProfile, ({ session, services: { db, now } }) =>
    toProfile(db, session.customer.company_id, now()),
  )

  route(app, changeProfile, async ({ body, session, services: { db, now } }) => {
    const { company_id } = session.customer
    const hints = await saveProfile(db, company_id, body, now())
    return { ...(await toProfile(db, company_id, now())), hints }
  })
}
