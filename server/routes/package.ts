import { listPackages } from '../../src/lib/contract/account/package.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { pageOfPackages } from '../packages/packages.ts'

export function addPackageRoutes(app: App): void {
  route(app, listPackages, async ({ query, services }) => ({
    result: await pageOfPackages(services.db, query.page),
  }))
}
