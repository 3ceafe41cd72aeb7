/**
 * What the front matter of a content file may say. Astro wants Zod here; it runs at build time only and never
 * reaches a browser. The words of the field names are explained in docs/policy-fields.md.
 */
import { z } from 'astro/zod'
import { CERTIFICATE_KEYS } from '../../rules/eligibility/options.ts'
import type { ApplicationWindow } from '../../rules/time/application-window.ts'
import { fundSchema, providerSchema } from './directory.ts'
import { benefitField, eligibilityField, withAskKeys } from './eligibility.ts'
import { checked, common, date, naming, pageId, source, text, url } from './fields.ts'
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

/** 申领方式, in words for who reads of it for the first time. */
export const CLAIM_NOTES = {
  免申即享: '符合的直接享受',
  快申快享: '填报时直接享受',
  申报: '提交材料，审核后享受',
} satisfies Record<(typeof CLAIM_WAYS)[number], string>

/** 期限的种类. */
export const WINDOW_KINDS = ['全年可享', '常年受理', '按批次受理', '申报期', '法律法规'] as const

/** 有效性. A file that does not say is shown as 有效性未核实, never as 现行有效. */
export const VALIDITIES = ['现行有效', '已修改', '已废止', '已失效'] as const

export const originalSchema = z.strictObject({
  ...common,
  ...naming,
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
  /** The certificates of which it says who gets them: options of the question `certificates`. */
  certificates: z.array(z.enum(CERTIFICATE_KEYS)).default([]),
  /** Page id of the original that replaces this one. */
  successor: pageId.optional(),
  attachments: z
    .array(z.strictObject({ name: text(120), url, sizeBytes: z.int().positive().optional() }))
    .default([]),
  source: source.optional(),
  checked: checked.optional(),
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
    /** What `max` was before, in the same unit: 25 for 25 → 5 %. */
    from: z.number().nonnegative().optional(),
    min: z.number().nonnegative().optional(),
    max: z.number().nonnegative(),
    unit: z.enum(['元', '%']),
    per: text(8).optional(),
  })
  .refine((value) => value.min === undefined || value.min <= value.max, {
    error: 'min 不大于 max',
    path: ['min'],
  })
  .refine(
    ({ from, min, max }) => from === undefined || (from !== max && (min === undefined || min === max)),
    {
      error: '原来的数值，单位与 max 相同而数值不同（有 min 的区间不写）',
      path: ['from'],
    },
  )

const month = z.int().min(1).max(12)

/** A field that contradicts the kind of the window. */
const none = (expected: string) =>
  z.custom<undefined>((value) => value === undefined, { error: expected }).optional()

const rolling = '不写（有起止日期的写 kind: 申报期，按年度批次的写 kind: 按批次受理）'
const byNotice = '不写（日期每批不同：通常的月份写 months，最近一次写 last；只有一次的写 kind: 申报期）'
const lawful = '不写（法律法规没有申报期限，施行日期写在原文的 effective 里）'
const batchesOnly = '不写（只有 kind: 按批次受理才写）'

/** 申报或执行期限. A file without a window is shown as 以原文为准. */
const window = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.literal('全年可享'),
        opens: date.optional(),
        closes: date.optional(),
        months: none(batchesOnly),
        last: none(batchesOnly),
        note: text(80).optional(),
      }),
      z.strictObject({
        kind: z.literal('常年受理'),
        opens: none(rolling),
        closes: none(rolling),
        months: none(rolling),
        last: none(rolling),
        note: text(80).optional(),
      }),
      z.strictObject({
        kind: z.literal('按批次受理'),
        opens: none(byNotice),
        closes: none(byNotice),
        /** The usual months, first and last. */
        months: z.tuple([month, month]).optional(),
        /** What the last notice said: 2025年度：6月30日至9月30日填报. */
        last: text(80).optional(),
        note: text(80).optional(),
      }),
      z.strictObject({
        kind: z.literal('申报期'),
        opens: date.optional(),
        closes: date,
        months: none(batchesOnly),
        last: none(batchesOnly),
        note: text(80).optional(),
      }),
      z.strictObject({
        kind: z.literal('法律法规'),
        opens: none(lawful),
        closes: none(lawful),
        months: none(lawful),
        last: none(lawful),
        note: text(80).optional(),
      }),
    ],
    { error: `写明种类，如 kind: 申报期（${WINDOW_KINDS.join('、')}）` },
  )
  .refine(({ opens, closes }) => !(opens && closes && opens > closes), {
    error: 'opens 不晚于 closes',
    path: ['opens'],
  })

const interpretationFields = z.strictObject({
  ...common,
  ...naming,
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
  /** The certificate that one gets by it, an option of the question `certificates`: worth nothing before it is there. */
  grants: z.enum(CERTIFICATE_KEYS).optional(),
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
  /** What it is worth, as a formula: see docs/write-a-benefit.md. */
  benefit: benefitField.optional(),
  /** Instead of `benefit`: why there is no formula. */
  unpriced: text(60).optional(),
  /** What the authority decides by judgement (评审、名额、预算); always shown. */
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
  checked: checked.optional(),
})

/** Beside a law nothing may stand that is applied for. */
export const interpretationSchema = interpretationFields
  .superRefine(({ window: written, ...data }, context) => {
    const { from, max = 0 } = data.amount ?? {}
    if (data.support === '减免' && from !== undefined && from < max) {
      context.addIssue({ code: 'custom', message: '大于 max（减免后的数值更小）', path: ['amount', 'from'] })
    }
    if (data.benefit && data.unpriced !== undefined) {
      context.addIssue({ code: 'custom', message: '不写（有 benefit）', path: ['unpriced'] })
    }
    if (data.grants && data.support !== '资质') {
      context.addIssue({ code: 'custom', message: '不写（support 不是资质）', path: ['grants'] })
    }
    if (written?.kind !== '法律法规') return
    for (const field of ['claim', 'official', 'amount', 'eligibility', 'benefit'] as const) {
      if (data[field] === undefined) continue
      const message = '不写（期限是法律法规，没有可以申报的事项；能申报的请改写 window 的 kind）'
      context.addIssue({ code: 'custom', message, path: [field] })
    }
  })
  .transform(withAskKeys(''))

export const newsSchema = z.strictObject({
  ...common,
  ...naming,
  summary: text(160).optional(),
  published: date.optional(),
  source: source.optional(),
  checked: checked.optional(),
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
type WrittenWindow = z.infer<typeof window>

/** The window of an item as the rules know it. */
export function windowOf(written: WrittenWindow | undefined): ApplicationWindow {
  if (!written) return { kind: 'unknown' }
  switch (written.kind) {
    case '全年可享':
      return { kind: 'in_force', opens: written.opens ?? null, closes: written.closes ?? null }
    case '常年受理':
      return { kind: 'rolling' }
    case '按批次受理':
      return { kind: 'batches', months: written.months ?? null }
    case '申报期':
      return { kind: 'dated', opens: written.opens ?? null, closes: written.closes }
    case '法律法规':
      return { kind: 'law' }
  }
}
