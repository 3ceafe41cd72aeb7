/** The limits of a company's level, and their use (behaviour B12.3). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'

/** MB of 1024² bytes; the usage is exact to the byte, so it has a fraction. */
const megabytes = v.pipe(v.number(), v.minValue(0))

const guide = v.object({
  company_id: v.number(),
  privilege: v.object({
    level: v.number(),
    name: v.string(),
    privileges: v.array(v.object({ name: v.literal('file_storage'), limit: megabytes })),
  }),
  company_privilege: v.object({
    file_storage: megabytes,
    /** Ours: space reserved for unfinished uploads. A new upload must fit beside both. */
    file_storage_reserved: megabytes,
  }),
})

export type CompanyGuide = v.InferOutput<typeof guide>

export const readCompanyGuide = defineCall({
  summary: '企业等级和存储用量',
  method: 'GET',
  path: '/startup/api/v1/company/guide',
  access: 'company',
  answer: v.object({ result: guide }),
})
