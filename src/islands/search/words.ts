/** The Chinese words of facets and their values. */

import type { FacetName } from '../../lib/rules/search/filters.ts'
import { WINDOW_LABELS } from '../../lib/rules/time/application-window.ts'

export const FACET_LABELS: Record<FacetName, string> = {
  kind: '类型',
  state: '申报状态',
  region: '地区',
  theme: '主题',
  claim: '办理方式',
  department: '部门',
  year: '年份',
}

/** The order in which they are shown. */
export const SHOWN_FACETS = Object.keys(FACET_LABELS) as FacetName[]

/** The address may name one that does not exist. */
const STATES: Readonly<Record<string, string>> = WINDOW_LABELS

export function valueLabel(
  facet: FacetName,
  value: string,
  regionNames: ReadonlyMap<string, string>,
): string {
  if (facet === 'state') return STATES[value] ?? value
  if (facet === 'region') return value === '000000' ? '全国' : (regionNames.get(value) ?? value)
  return facet === 'year' ? `${value} 年` : value
}
