import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  changeCompanyLevel,
  changePackage,
  listOperatorPackages,
  NO_LEVEL,
} from '../../src/lib/contract/operator/package.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { changeLevel } from '../packages/change-level.ts'
import { pageOfOperatorPackages, updatePackage } from '../packages/packages.ts'

export function addOperatorPackageRoutes(app: App): void {
  route(app, listOperatorPackages, async ({ query, services }) => ({
    result: await pageOfOperatorPackages(services.db, query.page),
  }))

  route(app, changePackage, async ({ params, body, services }) => {
    const data = await updatePackage(services.db, params.level, body)
    if (!data) throw new Refusal(CODES.none, NO_LEVEL)
    return { data }
  })

  route(app, changeCompanyLevel, async ({ params, body, services: { db, now } }) => {
    const found = await changeLevel(db, { ...body, companyId: params.id }, now())
    if (!found) throw new Refusal(CODES.none, '没有找到这家企业')
    return {}
  })
}
