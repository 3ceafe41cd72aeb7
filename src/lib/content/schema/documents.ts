/** The front matter of content files. `meta` has each field's purpose and its place in the editors' form. */
import { z } from 'astro/zod'
import { CERTIFICATE_KEYS, CERTIFICATES } from '../../rules/eligibility/options.ts'
import type { ApplicationWindow } from '../../rules/time/application-window.ts'
import { fundSchema, providerSchema } from './directory.ts'
import { benefitField, eligibilityField, withAskKeys } from './eligibility.ts'
import {
  authority,
  checked,
  common,
  compared,
  date,
  naming,
  oneSourceOnly,
  originalId,
  source,
  step,
  text,
  url,
} from './fields.ts'
import { loanSchema } from './loans.ts'

/** 文件类型 of an original outside the list; `category` has the source's word. */
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

export const CLAIM_NOTES = {
  免申即享: '符合的直接享受',
  快申快享: '填报时直接享受',
  申报: '提交材料，审核后享受',
} satisfies Record<(typeof CLAIM_WAYS)[number], string>

const claimLabels = Object.fromEntries(CLAIM_WAYS.map((way) => [way, `${way}：${CLAIM_NOTES[way]}`]))

export const WINDOW_KINDS = [
  '全年可享',
  '常年受理',
  '按批次受理',
  '申报期',
  '法律法规',
  '期限待核实',
] as const

/** 有效性. Without a value a page shows 有效性未核实, never 现行有效. */
export const VALIDITIES = ['现行有效', '已修改', '已废止', '已失效'] as const

const dateOf = (title: string, description: string) =>
  date.optional().meta({ title, description, group: '日期和效力' })

/** Elsewhere, or a file that this site has in public/frontend. */
const fileAddress = z
  .string()
  .regex(/^(https?:\/\/|\/frontend\/)\S+$/, { error: '网址，或者 /frontend/ 开头的本站文件' })
  .meta({ title: '网址', format: 'uri' })

export const originalSchema = z.strictObject({
  ...naming,
  ...common,
  kind: z.enum(ORIGINAL_KINDS).meta({
    title: '文件类型',
    description: `列表里没有的选“${OTHER_KIND}”，另写来源的叫法`,
    group: '文件',
  }),
  /** The source's word for an unlisted kind, such as 司法解释; shown in place of 其他文件. */
  category: text(20)
    .optional()
    .meta({ title: '来源的叫法', description: '如 司法解释；页面照它显示', group: '文件' }),
  issuers: z
    .array(authority)
    .default([])
    .meta({ title: '发文机关', description: '按文件里的次序', group: '文件' }),
  number: text(60)
    .optional()
    .meta({ title: '发文字号', description: '照印的写：国科发火〔2016〕32号', group: '文件' }),
  indexNumber: text(60).optional().meta({ title: '索引号', group: '文件' }),
  topic: text(60).optional().meta({ title: '主题分类', description: '公开目录里的分类', group: '文件' }),
  made: dateOf('成文日期', '落款的日期'),
  published: dateOf('发布日期', '公布的日期'),
  effective: dateOf('施行日期', '从这一天起生效'),
  validity: z.enum(VALIDITIES).optional().meta({
    title: '有效性',
    description: '不确定就不写，页面显示“有效性未核实”',
    group: '日期和效力',
  }),
  successor: originalId
    .optional()
    .meta({ title: '替代它的文件', description: '两页互相链接', group: '日期和效力' }),
  attachments: z
    .array(
      z.strictObject({
        name: text(120).meta({ title: '附件' }),
        url: fileAddress,
        sizeBytes: z.int().positive().optional().meta({ title: '大小', unit: '字节' }),
      }),
    )
    .default([])
    .meta({ title: '附件', group: '文件' }),
  source: source.optional(),
  checked: checked.optional(),
  compared,
  oneSourceOnly,
  /** The text is the project's summary of the articles (要点摘编), not the document. */
  excerpt: z
    .boolean()
    .default(false)
    .meta({ title: '要点摘编', description: '正文是本站整理的要点，不是全文', group: '文件' }),
})

/** The first visible figure, in 元 or percent. A grant (奖补) without `min` counts as 0 to `max`. */
const amount = z
  .strictObject({
    lead: text(6).optional().meta({ title: '数字前的字', description: '如 最高；不写时显示支持方式' }),
    from: z.number().nonnegative().optional().meta({
      title: '原来的数值',
      description: '由 25% 降到 15% 的写 25；与发布里的上线日期无关',
      unitField: 'unit',
    }),
    min: z.number().nonnegative().optional().meta({
      title: '最少',
      description: '有区间或者数额固定时写；奖补不写时按 0 起算',
      unitField: 'unit',
    }),
    max: z.number().nonnegative().meta({ title: '数值', description: '最多多少', unitField: 'unit' }),
    unit: z.enum(['元', '%']).meta({ title: '单位' }),
    per: text(8).optional().meta({ title: '每什么', description: '如 每人、每年' }),
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

const month = z.int().min(1).max(12).meta({ unit: '月' })

/** A field that contradicts the kind of the window. */
const none = (expected: string) =>
  z.custom<undefined>((value) => value === undefined, { error: expected }).optional()

const rolling = '不写（有起止日期的写 kind: 申报期，按年度批次的写 kind: 按批次受理）'
const byNotice = '不写（日期每批不同：通常的月份写 months，最近一次写 last；只有一次的写 kind: 申报期）'
const unverified = '不写（期限待核实，查到以后改写 kind）'
const lawful = '不写（法律法规没有申报期限，施行日期写在原文的 effective 里）'
const batchesOnly = '不写（只有 kind: 按批次受理才写）'

const windowKind = <Kind extends (typeof WINDOW_KINDS)[number]>(kind: Kind, description: string) =>
  z.literal(kind).meta({ title: '种类', description })
const windowNote = text(80).optional().meta({ title: '说明', description: '期限旁边的一句话' })
const opens = date.meta({ title: '开始' })
const closes = date.meta({ title: '截止' })

/** 申报或执行期限. Without a window a page shows 以原文为准. */
const window = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: windowKind('全年可享', '执行中的减免；起止是执行期限，没有就不写'),
        opens: opens.optional(),
        closes: closes.optional(),
        months: none(batchesOnly),
        last: none(batchesOnly),
        over: none(batchesOnly),
        note: windowNote,
      }),
      z.strictObject({
        kind: windowKind('常年受理', '有当年的来源写明随时可办，或者规定长期有效；政策有终止日期的写截止'),
        opens: none(rolling),
        closes: closes.optional(),
        months: none(rolling),
        last: none(rolling),
        over: none(batchesOnly),
        note: windowNote,
      }),
      z.strictObject({
        kind: windowKind('按批次受理', '日期每批不同'),
        opens: none(byNotice),
        closes: closes
          .optional()
          .meta({ title: '政策到期', description: '整个政策的终止日期，不是一批的截止日期' }),
        months: z.tuple([month, month]).optional().meta({ title: '通常的月份', description: '从几月到几月' }),
        over: z.int().min(2000).max(2100).optional().meta({
          title: '已结束的年度',
          description: '通知说这一年的批次已经结束，如 2026；通常的月份看得出来的不写',
        }),
        last: text(80).optional().meta({
          title: '最近一次',
          description: '最近一次通知说的，如 2025年度：6月30日至9月30日填报',
        }),
        note: windowNote,
      }),
      z.strictObject({
        kind: windowKind('申报期', '有起止日期'),
        opens: opens.optional(),
        closes,
        months: none(batchesOnly),
        last: none(batchesOnly),
        over: none(batchesOnly),
        note: windowNote,
      }),
      z.strictObject({
        kind: windowKind('法律法规', '没有可申报的，也不写申领方式和金额'),
        opens: none(lawful),
        closes: none(lawful),
        months: none(lawful),
        last: none(lawful),
        over: none(lawful),
        note: windowNote,
      }),
      z.strictObject({
        kind: windowKind('期限待核实', '没有查到当年是否受理、到哪天为止'),
        opens: none(unverified),
        closes: none(unverified),
        months: none(unverified),
        last: none(unverified),
        over: none(unverified),
        note: windowNote,
      }),
    ],
    { error: `写明种类，如 kind: 申报期（${WINDOW_KINDS.join('、')}）` },
  )
  .refine(({ opens, closes }) => !(opens && closes && opens > closes), {
    error: 'opens 不晚于 closes',
    path: ['opens'],
  })
  .meta({ title: '期限', description: '没有写的，页面显示“以原文为准”', group: '期限' })

const summary = text(160).optional().meta({ title: '摘要', group: '先看到的' })
const policies = z.array(originalId).default([])

const interpretationFields = z.strictObject({
  ...naming,
  ...common,
  /** The item's original: the `platform_policy_id` of the API. */
  policy: originalId.optional().meta({ title: '所属原文', group: '所属政策' }),
  originals: policies.meta({ title: '其他依据', description: '另外引用的原文', group: '所属政策' }),
  summary,
  department: text(60).optional().meta({
    title: '主管部门',
    description: '谁负责这件事，或者谁发布的解读',
    input: 'authorities',
    group: '所属政策',
  }),
  published: date.optional().meta({ title: '发布日期', group: '所属政策' }),
  support: z.enum(SUPPORT_KINDS).optional().meta({ title: '支持方式', group: '先看到的' }),
  claim: z.enum(CLAIM_WAYS).optional().meta({ title: '申领方式', labels: claimLabels, group: '先看到的' }),
  /** Worth nothing before it is there. */
  grants: z.enum(CERTIFICATE_KEYS).meta({ labels: CERTIFICATES }).optional().meta({
    title: '取得的资质',
    description: '申报后取得哪项资质；没取得以前不计入今年可得。只有支持方式是“资质”才写',
    group: '条件',
  }),
  gain: text(60)
    .optional()
    .meta({ title: '得到什么', description: '一句话：企业得到什么', group: '先看到的' }),
  amount: amount.optional().meta({
    title: '金额或比例',
    description: '读者先看到的数字；没有数字的写“代替数字的字”',
    group: '先看到的',
  }),
  headline: text(4)
    .optional()
    .meta({ title: '代替数字的字', description: '两三个字，如 免征、认定', group: '先看到的' }),
  who: text(80).optional().meta({ title: '适用对象', description: '一行', group: '先看到的' }),
  window: window.optional(),
  conditions: z
    .array(
      z.strictObject({
        text: text(200).meta({ title: '条件', description: '最重要的写在前面，第一句写完整' }),
        clause: text(30).optional().meta({ title: '出自', description: '如 第十一条' }),
        original: originalId.optional().meta({ title: '哪份原文', description: '不是所属原文时写' }),
      }),
    )
    .default([])
    .meta({ title: '条件', description: '给人看的；最重要的写在前面', group: '条件' }),
  /** The conditions as a tree; without it every verdict is 待确认. */
  eligibility: eligibilityField.optional().meta({
    title: '可以判断的条件',
    description: '系统照它判断企业是否符合；没有写的一律待确认',
    group: '条件',
  }),
  benefit: benefitField
    .optional()
    .meta({ title: '金额公式', description: '一家企业可得多少', group: '金额' }),
  unpriced: text(60)
    .optional()
    .meta({ title: '算不出金额的原因', description: '代替金额公式', group: '金额' }),
  unmodelled: z.array(text(120)).default([]).meta({
    title: '由主管部门酌情决定的',
    description: '评审、名额、预算；页面总是列出',
    group: '条件',
  }),
  materials: z
    .array(
      z.strictObject({
        name: text(80).meta({ title: '材料' }),
        note: text(120).optional().meta({ title: '说明' }),
        optional: z.boolean().default(false).meta({ title: '不是人人都要' }),
      }),
    )
    .default([])
    .meta({ title: '材料', group: '材料和步骤' }),
  steps: z.array(step).default([]).meta({ title: '办理步骤', group: '材料和步骤' }),
  questions: z
    .array(
      z.strictObject({
        q: text(80).meta({ title: '问题' }),
        a: text(400).meta({ title: '回答' }),
      }),
    )
    .default([])
    .meta({ title: '常见问题', group: '材料和步骤' }),
  hotline: text(40).optional().meta({ title: '咨询电话', group: '材料和步骤' }),
  /** With it, the page explains that declaring here is not declaring to the authority. */
  official: z
    .strictObject({
      name: text(40).meta({ title: '名称' }),
      url: url.meta({ title: '网址' }),
    })
    .optional()
    .meta({ title: '官方申报入口', group: '材料和步骤' }),
  source: source.optional(),
  checked: checked.optional(),
  compared,
  oneSourceOnly,
})

/** A law excludes fields of applications. */
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
  ...naming,
  ...common,
  summary,
  published: date.optional().meta({ title: '发布日期', group: '先看到的' }),
  source: source.optional(),
  checked: checked.optional(),
  compared,
  oneSourceOnly,
  policies: policies.meta({ title: '相关政策', description: '文章谈到的原文', group: '所属政策' }),
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
export type PolicyCollectionName = 'originals' | 'interpretations' | 'news'
export type Original = z.infer<typeof originalSchema>
export type Interpretation = z.infer<typeof interpretationSchema>
export type News = z.infer<typeof newsSchema>
type WrittenWindow = z.infer<typeof window>

export function windowOf(written: WrittenWindow | undefined): ApplicationWindow {
  if (!written) return { kind: 'unknown' }
  switch (written.kind) {
    case '全年可享':
      return { kind: 'in_force', opens: written.opens ?? null, closes: written.closes ?? null }
    case '常年受理':
      return { kind: 'rolling', ...(written.closes && { closes: written.closes }) }
    case '按批次受理': {
      const { months = null, over, closes } = written
      return { kind: 'batches', months, ...(over && { over }), ...(closes && { closes }) }
    }
    case '申报期':
      return { kind: 'dated', opens: written.opens ?? null, closes: written.closes }
    case '法律法规':
      return { kind: 'law' }
    case '期限待核实':
      return { kind: 'unknown' }
  }
}
