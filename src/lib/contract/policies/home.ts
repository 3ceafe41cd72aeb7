/** Figures and partner logos of the home page (`index/data`, `index/logo`). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const homeFigures = v.object({
  originals: count,
  interpretations: count,
  news: count,
  /** 现行可享: reliefs in force at the time of the answer. */
  in_force: count,
  /** 可申报: items with an open window at the time of the answer. */
  open: count,
  counted_at: timestamp,
})

export type HomeFigures = v.InferOutput<typeof homeFigures>

export const partnerLogo = v.object({ name: v.string(), image: v.string() })

export type PartnerLogo = v.InferOutput<typeof partnerLogo>

export const homeData = defineCall({
  summary: '首页的数字',
  method: 'GET',
  path: '/customer/api/v1/index/data',
  access: 'visitor',
  answer: v.object({ data: homeFigures }),
})

export const homeLogos = defineCall({
  summary: '合作伙伴的标志',
  method: 'GET',
  path: '/customer/api/v1/index/logo',
  access: 'visitor',
  answer: v.object({ data: v.array(partnerLogo) }),
})
