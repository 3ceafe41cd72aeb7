/** Experts that a company can consult, with their free times (behaviour B12.2). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery, timestamp } from '../list.ts'

export const EXPERTS_PER_PAGE = 10
export const NEXT_SLOTS = 20

export const slot = v.object({ id: v.number(), starts_at: timestamp, ends_at: timestamp })

export type Slot = v.InferOutput<typeof slot>

export const expert = v.object({
  id: v.number(),
  name: v.string(),
  title: v.string(),
  fields: v.array(v.string()),
  intro: v.string(),
  slots: v.array(slot),
})

export type Expert = v.InferOutput<typeof expert>

export const listExperts = defineCall({
  summary: '专家和可约时段',
  method: 'GET',
  path: '/startup/api/v1/experts',
  access: 'visitor',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(expert) }),
})
