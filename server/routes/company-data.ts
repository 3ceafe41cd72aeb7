import {
  cancelDeletion,
  exportCompany,
  readDeletion,
  requestDeletion,
} from '../../src/lib/contract/account/company-data.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { askForDeletion, findDeletion, takeBackDeletion } from '../company/deletion.ts'
import { countExport } from '../company/export-limit.ts'
import { exportParts } from '../company/export-parts.ts'
import { toTimestamp } from '../db/page.ts'
import { route } from '../http/route.ts'
import { streamJson } from '../http/stream-json.ts'
import type { App } from '../http/types.ts'

export function addCompanyDataRoutes(app: App): void {
  route(app, exportCompany, async ({ session, services: { db, now }, context }) => {
    const { company_id } = session.customer
    await countExport(db, company_id, now())
    const parts = exportParts(db, company_id)
    const filename = `company-${company_id}-${chinaDay(new Date(now()))}.json`
    return streamJson(context, filename, [['exported_at', toTimestamp(now())], ...parts])
  })

  route(app, readDeletion, async ({ session, services: { db } }) => ({
    deletion: await findDeletion(db, session.customer.company_id),
  }))

  route(app, requestDeletion, async ({ session, services: { db, now } }) => {
    const { customer } = session
    await askForDeletion(db, customer, now())
    const deletion = await findDeletion(db, customer.company_id)
    if (!deletion) throw new Error('a deletion that was asked for is not there')
    return { deletion }
  })

  route(app, cancelDeletion, async ({ session, services: { db, now } }) => {
    await takeBackDeletion(db, session.customer, now())
    return {}
  })
}
