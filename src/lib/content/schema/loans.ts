/** What the front matter of a loan product may say. */
import { z } from 'astro/zod'
import { LOAN_MAX_MONTHS, REPAYMENT_METHODS } from '../../rules/loan/schedule.ts'
import { eligibilityField, withAskKeys } from './eligibility.ts'
import { common, pageId, source, text } from './fields.ts'

/** 贷款用途: what a list of products is filtered by. */
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
  lender: text(40),
  /** 担保方式 */
  security: z.enum(['信用', '保证', '质押', '抵押']),
  needs: z.array(z.enum(LOAN_NEEDS)).min(1),
  intro: text(120),
  amount: z
    .strictObject({ min: z.number().positive(), max: z.number().positive(), unit: z.literal('元') })
    .refine(ordered, notOrdered),
  /** 年化利率（单利） in percent, at most four decimals. */
  rate: z
    .strictObject({ min: z.number().nonnegative().max(36), max: z.number().nonnegative().max(36) })
    .refine(ordered, notOrdered),
  months: z
    .strictObject({
      min: z.int().positive().max(LOAN_MAX_MONTHS),
      max: z.int().positive().max(LOAN_MAX_MONTHS),
    })
    .refine(ordered, notOrdered),
  methods: z.array(z.enum(REPAYMENT_METHODS)).min(1),
  who: z.array(text(120)).min(1),
  /** The conditions as a tree that is judged. */
  eligibility: eligibilityField.optional(),
  /** What only the lender can judge. */
  unmodelled: z.array(text(120)).default([]),
  materials: z
    .array(
      z.strictObject({
        name: text(60),
        /** What serves as it, or who brings it. */
        note: text(60).optional(),
        /** Not everybody has it: it can be given, and is not asked for. */
        optional: z.boolean().default(false),
        /** A company that is not registered yet does not need it. */
        registeredOnly: z.boolean().default(false),
      }),
    )
    .min(1),
  /** What it costs beside the interest. */
  fees: text(120),
  /** Page id of the interpretation of the policy that stands behind it. */
  basis: pageId.optional(),
  source,
})

export const loanSchema = loanFields.transform(withAskKeys('loan'))

export type LoanProduct = z.infer<typeof loanSchema>
