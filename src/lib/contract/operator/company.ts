/** Companies for the operators: profile and matching policies. */
import * as v from 'valibot'
import { profileAnswer } from '../account/company-profile.ts'
import { LEVEL_LIMIT } from '../account/package.ts'
import { defineCall } from '../call.ts'
import { count, idParam, pageOf, pageQuery, searchQuery, timestamp } from '../list.ts'
import { platformPolicy } from '../policies/platform-policy.ts'

export const COMPANIES_PER_PAGE = 20

const listedCompany = v.object({
  id: v.number(),
  name: v.string(),
  level: v.number(),
  gmt_create: timestamp,
  /** Without drafts. */
  orders: count,
  /** Bytes, including uploads under way. */
  used: count,
  quota: count,
})

export type ListedCompany = v.InferOutput<typeof listedCompany>

/** Newest first, without the portal's own. `q`: part of the name, or the number. */
export const listCompanies = defineCall({
  summary: '全部企业',
  method: 'GET',
  path: '/operator/api/v1/companies',
  access: 'operator',
  query: v.object({
    q: searchQuery,
    level: v.optional(v.pipe(idParam.entries.id, v.maxValue(LEVEL_LIMIT, '没有这个企业等级'))),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(listedCompany) }),
})

/** The company's profile and every answer of the questionnaire. */
export const getCompanyProfile = defineCall({
  summary: '一家企业的档案',
  method: 'GET',
  path: '/operator/api/v1/company/{id}/profile',
  access: 'operator',
  params: idParam,
  answer: v.object({ data: v.object({ company: listedCompany, ...profileAnswer }) }),
})

/** Ends all sessions of its people; `ended` counts them. */
export const endCompanySessions = defineCall({
  summary: '让一家企业退出所有登录',
  method: 'DELETE',
  path: '/operator/api/v1/company/{id}/sessions',
  access: 'operator',
  fresh: true,
  params: idParam,
  answer: v.object({ ended: count }),
})

/** Returns the company's chat, and opens it if missing, so that an operator can begin it. */
export const openCompanyChat = defineCall({
  summary: '打开与一家企业的咨询',
  method: 'POST',
  path: '/operator/api/v1/company/{id}/chat',
  access: 'operator',
  params: idParam,
  answer: v.object({ data: v.object({ id: v.number() }) }),
})

/** Like the company's 我的匹配政策: 符合 first, then 待确认. */
export const listCompanyPolicies = defineCall({
  summary: '一家企业匹配的政策',
  method: 'GET',
  path: '/operator/api/v1/company/{id}/policies',
  access: 'operator',
  params: idParam,
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(platformPolicy) }),
})
