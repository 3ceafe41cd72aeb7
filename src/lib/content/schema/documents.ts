/**
 * What the front matter of a content file may say. Astro wants Zod here; it runs at build time only and never
 * reaches a browser. The words of the field names are explained in docs/policy-fields.md.
 */
import { z } from 'astro/zod'
import { fundSchema, providerSchema } from './directory.ts'
import { eligibilityField } from './eligibility.ts'
import { common, date, pageId, source, text, url } from './fields.ts'
import { loanSchema } from './loans.ts'

/** 文件类型 of an original that is none of the others; `category` says what its source calls it. */
export const OTHER_KIND = '其他文件'

export const ORIGINAL_KINDS = [
  '法律',
  '行政法规',
  '部门规章',
  '地方性法规',
  '国务院文件',
  '部门文件',
  '地方文件',
  '申报通知',
  '公示',
  '政府工作报告',
  OTHER_KIND,
] as const

export const SUPPORT_KINDS = ['奖补', '减免', '资质', '贷款', '权益'] as const

export const CLAIM_WAYS = ['免申即享', '快申快享', '申报'] as const

/** 有效性. A file that does not say is shown as 有效性未核实, never as 现行有效. */
export const VALIDITIES = ['现行有效', '已修改', '已废止', '已失效'] as const

export const originalSchema = z.strictObject({
  ...common,
  kind: z.enum(ORIGINAL_KINDS),
  /** What the source calls a kind that is not in the list: 司法解释. Shown in the place of 其他文件. */
  category: text(20).optional(),
  /** 发文机关, in the order of the document. */
  issuers: z.array(text(40)).default([]),
  /** 发文字号, as printed: 国科发火〔2016〕32号. */
  number: text(60).optional(),
  /** 索引号. */
  indexNumber: text(60).optional(),
  /** 主题分类. */
  topic: text(60).optional(),
  /** 成文日期. */
  made: date.optional(),
  /** 发布日期. */
  published: date.optional(),
  /** 施行日期. */
  effective: date.optional(),
  validity: z.enum(VALIDITIES).optional(),
  /** Page id of the original that replaces this one. */
  successor: pageId.optional(),
  attachments: z
    .array(z.strictObject({ name: text(120), url, sizeBytes: z.int().positive().optional() }))
    .default([]),
  source: source.optional(),
  /** The text is the project's own summary of the articles (要点摘编), not the document. */
  excerpt: z.boolean().default(false),
})

/**
 * The figure that a reader sees first. Money in 元, rates in percent. A grant (奖补) without `min` counts as 0 to `max`
 * in what a company's answers are worth: write `min` where the sum is fixed.
 */
const amount = z
  .strictObject({
    lead: text(6).optional(),
    min: z.number().nonnegative().optional(),
    max: z.number().nonnegative(),
    unit: z.enum(['元', '%']),
    per: text(8).optional(),
  })
  .refine((value) => value.min === undefined || value.min <= value.max, {
    error: 'min 不大于 max',
    path: ['min'],
  })

/** 申报或执行期限. `rolling: true` is 长期有效; a file without a window is shown as 以原文为准. */
const window = z.union([
  z.strictObject({ rolling: z.literal(true), note: text(80).optional() }),
  z
    .strictObject({ opens: date.optional(), closes: date, note: text(80).optional() })
    .refine((value) => value.opens === undefined || value.opens <= value.closes, {
      error: 'opens 不晚于 closes',
      path: ['opens'],
    }),
])

export const interpretationSchema = z.strictObject({
  ...common,
  /** Page id of the original that this item belongs to: the `platform_policy_id` of the API. */
  policy: pageId.optional(),
  /** Further originals. */
  originals: z.array(pageId).default([]),
  summary: text(160).optional(),
  /** 发布解读的部门. */
  department: text(60).optional(),
  published: date.optional(),
  support: z.enum(SUPPORT_KINDS).optional(),
  claim: z.enum(CLAIM_WAYS).optional(),
  /** One sentence: what the company gets. */
  gain: text(60).optional(),
  amount: amount.optional(),
  /** Two to four characters in the place of the figure, where there is no number: 免征, 认定. */
  headline: text(4).optional(),
  /** 适用对象, one line. */
  who: text(80).optional(),
  window: window.optional(),
  conditions: z
    .array(z.strictObject({ text: text(200), clause: text(30).optional(), original: pageId.optional() }))
    .default([]),
  /** The conditions as a tree that is judged; without it every verdict is 待确认. */
  eligibility: eligibilityField.optional(),
  /** Conditions that only the authority can judge; always shown. */
  unmodelled: z.array(text(120)).default([]),
  materials: z
    .array(
      z.strictObject({ name: text(80), note: text(120).optional(), optional: z.boolean().default(false) }),
    )
    .default([]),
  steps: z.array(z.strictObject({ title: text(30), text: text(200) })).default([]),
  questions: z.array(z.strictObject({ q: text(80), a: text(400) })).default([]),
  hotline: text(40).optional(),
  /** 官方申报入口. With it, the page says that declaring here is not declaring to the authority. */
  official: z.strictObject({ name: text(40), url }).optional(),
  source: source.optional(),
})

export const newsSchema = z.strictObject({
  ...common,
  summary: text(160).optional(),
  published: date.optional(),
  source: source.optional(),
  /** Page ids of the originals that the article is about. */
  policies: z.array(pageId).default([]),
})

export const COLLECTION_SCHEMAS = {
  originals: originalSchema,
  interpretations: interpretationSchema,
  news: newsSchema,
  providers: providerSchema,
  funds: fundSchema,
  loans: loanSchema,
} as const

export type CollectionName = keyof typeof COLLECTION_SCHEMAS
/** Those that a policy library can be imported into. */
export type PolicyCollectionName = 'originals' | 'interpretations' | 'news'
export type Original = z.infer<typeof originalSchema>
export type Interpretation = z.infer<typeof interpretationSchema>
export type News = z.infer<typeof newsSchema>
export type Source = z.infer<typeof source>
export type Amount = z.infer<typeof amount>
export type ApplicationWindow = z.infer<typeof window>
