/** Company levels and their permissions (behaviour B12.3). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery } from '../list.ts'

export const PACKAGES_PER_PAGE = 50
/** Far above any real level, far below the limit of the database's integers. */
export const LEVEL_LIMIT = 1000

export const privilege = v.object({
  name: v.literal('file_storage'),
  /** MB of 1024² bytes. */
  limit: v.number(),
})

export const companyPackage = v.object({
  /** From 1; a higher one allows more. */
  level: v.number(),
  name: v.string(),
  description: v.string(),
  privileges: v.array(privilege),
  /** Ours: files and folders that a company of the level may have. */
  files: v.number(),
  folders: v.number(),
})

export type CompanyPackage = v.InferOutput<typeof companyPackage>

/** Lowest level first. */
export const listPackages = defineCall({
  summary: '企业等级和权益',
  method: 'GET',
  path: '/startup/api/v1/packages',
  access: 'visitor',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(companyPackage) }),
})
