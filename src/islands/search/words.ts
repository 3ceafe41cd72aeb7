/** The Chinese words of facets and their values. */
import type { FacetName } from '../../lib/rules/search/address.ts'

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

const STATES: Record<string, string> = {
  open: '申报中',
  closing: '即将截止',
  rolling: '长期有效',
  upcoming: '未开始',
  closed: '已截止',
  unknown: '期限待核实',
}

export function valueLabel(
  facet: FacetName,
  value: string,
  regionNames: ReadonlyMap<string, string>,
): string {
  if (facet === 'state') return STATES[value] ?? value
  if (facet === 'region') return value === '000000' ? '全国' : (regionNames.get(value) ?? value)
  return facet === 'year' ? `${value} 年` : value
}
