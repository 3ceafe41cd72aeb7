import { z } from 'astro/zod'
import { LOAN_MAX_MONTHS, METHOD_NAMES, REPAYMENT_METHODS } from '../../rules/loan/schedule.ts'
import { eligibilityField, withAskKeys } from './eligibility.ts'
import { common, interpretationId, source, text } from './fields.ts'

export const LOAN_NEEDS = [
  '日常经营',
  '购置设备',
  '科技研发',
  '创业起步',
  '出口订单',
  '绿色改造',
  '农业经营',
] as const

const ordered = ({ min, max }: { min: number; max: number }) => min <= max
const notOrdered = { error: 'min 不大于 max' }

const loanFields = z.strictObject({
  ...common,
  lender: text(40).meta({ title: '机构', group: '产品' }),
  security: z.enum(['信用', '保证', '质押', '抵押']).meta({ title: '担保方式', group: '产品' }),
  needs: z.array(z.enum(LOAN_NEEDS)).min(1).meta({ title: '用途', group: '产品' }),
  intro: text(120).meta({ title: '简介', group: '产品' }),
  amount: z
    .strictObject({
      min: z.number().positive().meta({ title: '最低', unit: '元' }),
      max: z.number().positive().meta({ title: '最高', unit: '元' }),
      unit: z.literal('元').meta({ title: '单位' }),
    })
    .refine(ordered, notOrdered)
    .meta({ title: '额度', group: '产品' }),
  /** 年化利率（单利） in percent, at most four decimals. */
  rate: z
    .strictObject({
      min: z.number().nonnegative().max(36).meta({ title: '最低', unit: '%' }),
      max: z.number().nonnegative().max(36).meta({ title: '最高', unit: '%' }),
    })
    .refine(ordered, notOrdered)
    .meta({ title: '年化利率', description: '单利', group: '产品' }),
  months: z
    .strictObject({
      min: z.int().positive().max(LOAN_MAX_MONTHS).meta({ title: '最短', unit: '个月' }),
      max: z.int().positive().max(LOAN_MAX_MONTHS).meta({ title: '最长', unit: '个月' }),
    })
    .refine(ordered, notOrdered)
    .meta({ title: '期限', group: '产品' }),
  methods: z
    .array(z.enum(REPAYMENT_METHODS).meta({ labels: METHOD_NAMES }))
    .min(1)
    .meta({ title: '还款方式', group: '产品' }),
  who: z.array(text(120)).min(1).meta({ title: '适用对象', description: '一条一个要求', group: '条件' }),
  eligibility: eligibilityField.optional().meta({ title: '可以判断的条件', group: '条件' }),
  unmodelled: z
    .array(text(120))
    .default([])
    .meta({ title: '由机构酌情决定的', description: '系统判断不了的，页面总是列出', group: '条件' }),
  materials: z
    .array(
      z.strictObject({
        name: text(60).meta({ title: '材料' }),
        note: text(60).optional().meta({ title: '说明', description: '用什么代替、由谁提供' }),
        /** Not everybody has it: it can be added, and is not required. */
        optional: z.boolean().default(false).meta({ title: '不是人人都要' }),
        registeredOnly: z.boolean().default(false).meta({ title: '尚未注册的不用' }),
      }),
    )
    .min(1)
    .meta({ title: '材料', group: '材料和步骤' }),
  fees: text(120).meta({ title: '利息以外的费用', group: '产品' }),
  basis: interpretationId.optional().meta({ title: '背后的政策', group: '来源和核对' }),
  source,
})

export const loanSchema = loanFields.transform(withAskKeys('loan'))

export type LoanProduct = z.infer<typeof loanSchema>
