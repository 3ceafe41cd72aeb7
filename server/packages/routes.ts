import { listPackages } from '../../src/lib/contract/account/package.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  changeCompanyLevel,
  changePackage,
  listOperatorPackages,
  NO_LEVEL,
} from '../../src/lib/contract/operator/package.ts'
import { noSuchCompany, Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { changeLevel, pageOfOperatorPackages, pageOfPackages, updatePackage } from './packages.ts'

export const packageRoutes: Mount[] = [
  route(listPackages, async ({ query, services }) => ({
    result: await pageOfPackages(services.db, query.page),
  })),

  route(listOperatorPackages, async ({ query, services }) => ({
    result: await pageOfOperatorPackages(services.db, query.page),
  })),

  route(changePackage, async ({ params, body, services }) => {
    const data = await updatePackage(services.db, params.level, body)
    if (!data) throw new Refusal(CODES.none, NO_LEVEL)
    return { data }
  }),

  route(changeCompanyLevel, async ({ params, body, services: { db, now }, context }) => {
    const found = await changeLevel(db, { ...body, companyId: params.id }, now())
    if (!found) throw noSuchCompany()
    noteEvent(context, 'level-changed', { companyId: params.id, note: `等级 ${body.level}` })
    return {}
  }),
]
