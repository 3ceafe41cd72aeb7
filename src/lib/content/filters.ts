/** The choices of a list's filters: only values that occur, equal on all its pages. */

import { NATION, provinceOf, regionContains } from '../rules/regions.ts'
import { WINDOW_LABELS } from '../rules/time/application-window.ts'
import { interpretations, news, once, originals } from './entries.ts'
import { provinces, regionName, regionShortName } from './regions.ts'
import { ORIGINAL_KINDS, SUPPORT_KINDS } from './schema/documents.ts'
import { THEMES } from './schema/fields.ts'

interface Choice {
  value: string
  label: string
}

export interface ListFilter {
  name: string
  label: string
  options: Choice[]
}

interface Listed {
  region: string
  themes: string[]
  support?: string | undefined
}

function used(order: readonly string[], values: (string | undefined)[]): Choice[] {
  const known = new Set(values)
  return order.filter((value) => known.has(value)).map((value) => ({ value, label: value }))
}

function regionFilter(entries: { data: Listed }[]): ListFilter {
  const used = entries.map(({ data }) => data.region)
  const codes = new Set([NATION, ...provinces().map(({ code }) => code), ...used])
  const countIn = (code: string) =>
    used.filter((region) => (code === NATION ? region === NATION : regionContains(code, region))).length
  return {
    name: 'region',
    label: '地区',
    options: [...codes].sort().map((code) => ({
      value: code,
      label: `${provinceOf(code) === code ? regionName(code) : `　${regionShortName(code)}`}（${countIn(code)}）`,
    })),
  }
}

function themeFilter(entries: { data: Listed }[]): ListFilter {
  return {
    name: 'theme',
    label: '主题',
    options: used(
      THEMES,
      entries.flatMap(({ data }) => data.themes),
    ),
  }
}

function supportFilter(entries: { data: Listed }[]): ListFilter {
  return {
    name: 'support',
    label: '支持方式',
    options: used(
      SUPPORT_KINDS,
      entries.map(({ data }) => data.support),
    ),
  }
}

/** Returns departments by number of entries, without the long tail, which the search box covers. */
function departmentFilter(departments: string[]): ListFilter {
  const counts = new Map<string, number>()
  for (const name of departments.filter(Boolean)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, DEPARTMENTS_SHOWN)
  return {
    name: 'department',
    label: '部门',
    options: top.map(([name, count]) => ({ value: name, label: `${name}（${count}）` })),
  }
}

const DEPARTMENTS_SHOWN = 40

function kindFilter(order: readonly string[], kinds: string[]): ListFilter {
  return { name: 'kind', label: '文件类型', options: used(order, kinds) }
}

const stateFilter: ListFilter = {
  name: 'state',
  label: '申报状态',
  options: Object.entries(WINDOW_LABELS)
    .filter(([state]) => state !== 'unknown')
    .map(([value, label]) => ({ value, label })),
}

export const originalFilters = once(async (): Promise<ListFilter[]> => {
  const entries = await originals()
  return [
    kindFilter(
      ORIGINAL_KINDS,
      entries.map(({ data }) => data.kind),
    ),
    regionFilter(entries),
    themeFilter(entries),
    departmentFilter(entries.flatMap(({ data }) => data.issuers)),
  ]
})

export const interpretationFilters = once(async (): Promise<ListFilter[]> => {
  const entries = await interpretations()
  return [
    regionFilter(entries),
    themeFilter(entries),
    supportFilter(entries),
    departmentFilter(entries.flatMap(({ data }) => data.department?.split('、') ?? [])),
    stateFilter,
  ]
})

export const newsFilters = once(async (): Promise<ListFilter[]> => {
  const entries = await news()
  return [regionFilter(entries), themeFilter(entries)]
})
