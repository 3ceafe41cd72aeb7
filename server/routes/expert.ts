import { listExperts } from '../../src/lib/contract/services/expert.ts'
import { pageOfExperts } from '../experts/experts.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addExpertRoutes(app: App): void {
  route(app, listExperts, async ({ query, services: { db, now } }) => ({
    result: await pageOfExperts(db, query.page, now()),
  }))
}
