/** What the front matter of a service provider and of a fund may say. */
import { z } from 'astro/zod'
import { common, pageId, region, text } from './fields.ts'

const contact = z.strictObject({
  person: text(50).optional(),
  phone: text(40),
  email: z.email().optional(),
  address: text(80).optional(),
  hours: text(40).optional(),
})

const step = z.strictObject({ title: text(30), text: text(200) })

export const providerSchema = z.strictObject({
  ...common,
  /** Page id of the category: /providerlist/{category}. */
  category: pageId,
  intro: text(120),
  /** 服务地区, where `region` alone does not say it. */
  regions: z.array(region).min(1).optional(),
  services: z
    .array(z.strictObject({ name: text(30), text: text(2000).optional(), terms: text(40).optional() }))
    .min(1),
  cases: z.array(z.strictObject({ title: text(40), text: text(5000) })).default([]),
  contact,
})

export const FUND_KINDS = ['引导基金', '政府出资基金', '市场化基金'] as const

export const fundSchema = z.strictObject({
  ...common,
  kind: z.enum(FUND_KINDS),
  /** How far the companies are that it puts money into: 初创期, 成长期, 成熟期. */
  stage: z.enum(['初创期', '成长期', '成熟期']),
  intro: text(120),
  manager: text(40),
  /** What one company gets, in 元. */
  ticket: z.strictObject({
    min: z.number().nonnegative(),
    max: z.number().positive(),
    unit: z.literal('元'),
  }),
  focus: z.array(text(20)).min(1),
  who: z.array(text(120)).min(1),
  steps: z.array(step).default([]),
  materials: z.array(text(60)).default([]),
  /** How and when the fund gets out again. */
  exit: text(80).optional(),
  contact,
})

export type Provider = z.infer<typeof providerSchema>
export type Fund = z.infer<typeof fundSchema>
export type Contact = z.infer<typeof contact>
