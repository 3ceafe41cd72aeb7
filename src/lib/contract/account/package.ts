/** Company levels and their permissions (behaviour B12.3). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery } from '../list.ts'

export const PACKAGES_PER_PAGE = 50
export const LEVEL_LIMIT = 1000

export const privilege = v.object({
  name: v.literal('file_storage'),
  limit: v.number(),
})

export const companyPackage = v.object({
  level: v.number(),
  name: v.string(),
  description: v.string(),
  privileges: v.array(privilege),
  files: v.number(),
  folders: v.number(),
})

export type CompanyPackage = v.InferOutput<typeof companyPackage>

export const listPackages = defineCall({
  summary: '企业等级和权益',
  method: 'GET',
  path: '/startup/api/v1/packages',
  access: 'visitor',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(companyPackage) }),
})
