/** Popular policies as cards, or one of them (`butieyi`, behaviour B10.4). */
import * as v from 'valibot'
import { WINDOW_LABELS, type WindowState } from '../../rules/time/application-window.ts'
import { defineCall } from '../call.ts'
import { idParam, pageQuery } from '../list.ts'
import { applicationWindow, supportAmount } from './item.ts'

export const SUBSIDIES_PER_PAGE = 10

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const subsidy = v.object({
  /** Page id of the interpretation: /popular/{id}. */
  id: count,
  /** Page id of the original, where there is one. */
  platform_policy_id: v.nullable(count),
  title: v.string(),
  region: v.string(),
  region_name: v.string(),
  department: v.nullable(v.string()),
  support: v.nullable(v.string()),
  amount: v.nullable(supportAmount),
  /** Text instead of a figure: 免征, 认定. */
  headline: v.nullable(v.string()),
  window: applicationWindow,
  /** The window's state at the time of the answer, in China. */
  state: v.picklist(Object.keys(WINDOW_LABELS) as WindowState['state'][]),
  /** Until the closing day, which itself has 0; null unless the window is open and has an end. */
  days_left: v.nullable(count),
})

export type Subsidy = v.InferOutput<typeof subsidy>

/** Policies for `region` first, then open ones, then the nearest, then the newest. */
export const readSubsidies = defineCall({
  summary: '热门补贴政策',
  method: 'GET',
  path: '/wechat/api/v1/data/butieyi',
  access: 'visitor',
  query: v.object({
    type: v.optional(v.picklist(['popular']), 'popular'),
    /** Selects one; 404 when there is none. */
    id: v.optional(idParam.entries.id),
    /** Division code, six digits. */
    region: v.optional(v.pipe(v.string(), v.regex(/^\d{6}$/, '地区应为六位区划代码'))),
    page: pageQuery,
  }),
  answer: v.union([
    v.object({ data: v.array(subsidy), total: count, pages: count, page: count }),
    v.object({ data: subsidy }),
  ]),
})
