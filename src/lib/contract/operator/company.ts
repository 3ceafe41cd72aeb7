/** Companies as the operators look them up: who they are, and what fits them. */
import * as v from 'valibot'
import { profileAnswer } from '../account/company-profile.ts'
import { LEVEL_LIMIT } from '../account/package.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery, timestamp } from '../list.ts'
import { platformPolicy } from '../policies/platform-policy.ts'
import { line } from '../text.ts'

export const COMPANIES_PER_PAGE = 20

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const listedCompany = v.object({
  id: v.number(),
  name: v.string(),
  level: v.number(),
  gmt_create: timestamp,
  /** Without drafts. */
  orders: count,
  /** Bytes, those of uploads under way with them. */
  used: count,
  quota: count,
})

export type ListedCompany = v.InferOutput<typeof listedCompany>

/** The newest first; not the portal's own. `q`: a part of the name, or the number. */
export const listCompanies = defineCall({
  summary: '全部企业',
  method: 'GET',
  path: '/operator/api/v1/companies',
  access: 'operator',
  query: v.object({
    q: v.optional(v.union([line('搜索内容', 100), v.pipe(v.string(), v.trim(), v.literal(''))]), ''),
    level: v.optional(v.pipe(idParam.entries.id, v.maxValue(LEVEL_LIMIT, '没有这个企业等级'))),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(listedCompany) }),
})

/** What the company says about itself: its profile and every answer of the questionnaire. */
export const getCompanyProfile = defineCall({
  summary: '一家企业的档案',
  method: 'GET',
  path: '/operator/api/v1/company/{id}/profile',
  access: 'operator',
  params: idParam,
  answer: v.object({ data: v.object({ company: listedCompany, ...profileAnswer }) }),
})

/** Wherever its people are logged in; `ended` counts them. */
export const endCompanySessions = defineCall({
  summary: '让一家企业退出所有登录',
  method: 'DELETE',
  path: '/operator/api/v1/company/{id}/sessions',
  access: 'operator',
  fresh: true,
  params: idParam,
  answer: v.object({ ended: count }),
})

/** The company's chat, so that an operator can begin it; there is none yet: it is opened. */
export const openCompanyChat = defineCall({
  summary: '打开与一家企业的咨询',
  method: 'POST',
  path: '/operator/api/v1/company/{id}/chat',
  access: 'operator',
  params: idParam,
  answer: v.object({ data: v.object({ id: v.number() }) }),
})

/** As the company sees them in 我的匹配政策: 符合 first, then 待确认. */
export const listCompanyPolicies = defineCall({
  summary: '一家企业匹配的政策',
  method: 'GET',
  path: '/operator/api/v1/company/{id}/policies',
  access: 'operator',
  params: idParam,
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(platformPolicy) }),
})
