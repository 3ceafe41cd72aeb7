import { z } from 'astro/zod'
import { PROVIDER_CATEGORIES } from '../provider-categories.ts'
import { common, pageId, region, step, text } from './fields.ts'

const contact = z
  .strictObject({
    person: text(50).optional().meta({ title: '联系人' }),
    phone: text(40).meta({ title: '电话' }),
    email: z.email().optional().meta({ title: '邮箱' }),
    address: text(80).optional().meta({ title: '地址' }),
    hours: text(40).optional().meta({ title: '工作时间' }),
  })
  .meta({ title: '联系方式', group: '联系方式' })

const CATEGORY_NAMES = Object.fromEntries(PROVIDER_CATEGORIES.map(({ id, name }) => [id, name]))

export const providerSchema = z.strictObject({
  ...common,
  /** Page id of the category: /providerlist/{category}. */
  category: pageId.meta({ title: '类别', labels: CATEGORY_NAMES, group: '产品' }),
  intro: text(120).meta({ title: '简介', group: '产品' }),
  /** 服务地区, if `region` alone is not exact. */
  regions: z
    .array(region)
    .min(1)
    .optional()
    .meta({ title: '服务地区', description: '不止一个地区时写', group: '产品' }),
  services: z
    .array(
      z.strictObject({
        name: text(30).meta({ title: '服务' }),
        text: text(2000).optional().meta({ title: '说明' }),
        terms: text(40).optional().meta({ title: '怎么收费' }),
      }),
    )
    .min(1)
    .meta({ title: '服务项目', group: '产品' }),
  cases: z
    .array(
      z.strictObject({ title: text(40).meta({ title: '案例' }), text: text(5000).meta({ title: '经过' }) }),
    )
    .default([])
    .meta({ title: '案例', group: '产品' }),
  contact,
})

export const FUND_KINDS = ['引导基金', '政府出资基金', '市场化基金'] as const

export const fundSchema = z.strictObject({
  ...common,
  kind: z.enum(FUND_KINDS).meta({ title: '基金类型', group: '产品' }),
  stage: z.enum(['初创期', '成长期', '成熟期']).meta({ title: '投资阶段', group: '产品' }),
  intro: text(120).meta({ title: '简介', group: '产品' }),
  manager: text(40).meta({ title: '管理人', group: '产品' }),
  ticket: z
    .strictObject({
      min: z.number().nonnegative().meta({ title: '最少', unit: '元' }),
      max: z.number().positive().meta({ title: '最多', unit: '元' }),
      unit: z.literal('元').meta({ title: '单位' }),
    })
    .meta({ title: '单个企业的金额', group: '产品' }),
  focus: z.array(text(20)).min(1).meta({ title: '投资方向', group: '产品' }),
  who: z.array(text(120)).min(1).meta({ title: '适用对象', description: '一条一个要求', group: '条件' }),
  steps: z.array(step).default([]).meta({ title: '办理步骤', group: '材料和步骤' }),
  materials: z.array(text(60)).default([]).meta({ title: '材料', group: '材料和步骤' }),
  exit: text(80).optional().meta({ title: '退出方式', description: '几年、怎样退出', group: '产品' }),
  contact,
})

export type Provider = z.infer<typeof providerSchema>
export type Fund = z.infer<typeof fundSchema>
export type Contact = z.infer<typeof contact>
