/** Service providers approved after the last build: their public fields (behaviour B12.4). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idQuery, pageOf, pageQuery, timestamp } from '../list.ts'

export const PROVIDERS_PER_PAGE = 20
/** Lower numbers belong to content pages: /enterprise/{category}/{id}. */
export const FIRST_PROVIDER_ID = 1_000_001

const id = v.pipe(v.number(), v.integer(), v.minValue(FIRST_PROVIDER_ID))

/** Without the credit code and the licence: those are for the operators. */
export const publicProvider = v.object({
  id,
  category_id: v.number(),
  poid: v.number(),
  company_name: v.string(),
  services: v.string(),
  regions: v.array(v.string()),
  cases: v.string(),
  contact: v.string(),
  phone: v.string(),
  gmt_modified: timestamp,
})

export type PublicProvider = v.InferOutput<typeof publicProvider>

/** The latest first: a change of its page does not move a provider. `id` and `poid` find one. */
export const listProviders = defineCall({
  summary: '新入驻的服务商',
  method: 'GET',
  path: '/startup/api/v1/providers',
  access: 'visitor',
  query: v.object({
    category: v.optional(idQuery),
    id: v.optional(idQuery),
    poid: v.optional(idQuery),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(publicProvider) }),
})
