/** Conditions that people save: new and changed results as messages, or as Atom for readers without an account (behaviour B6.4). */
import * as v from 'valibot'
import { WINDOW_LABELS } from '../../rules/time/application-window.ts'
import { defineCall } from '../call.ts'
import { idParam, timestamp } from '../list.ts'
import { line } from '../text.ts'

export const SAVED_SEARCHES_MAX = 20

export const RHYTHMS = ['at_once', 'daily', 'weekly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

export const RHYTHM_WORDS: Readonly<Record<Rhythm, string>> = {
  at_once: '有新的就告诉我',
  daily: '每天',
  weekly: '每周',
}

const Q_MAX_LENGTH = 100
const VALUE_MAX_LENGTH = 60

export const CONDITION_LISTS = {
  interpretations: {
    title: '政策解读',
    page: '/pmanagementlist',
    fields: ['q', 'region', 'theme', 'support', 'department', 'state'],
  },
  originals: {
    title: '政策原文',
    page: '/reviewlist',
    fields: ['q', 'kind', 'region', 'theme', 'department'],
  },
  news: { title: '政策资讯', page: '/information', fields: ['q', 'region', 'theme'] },
  search: {
    title: '搜政策',
    page: '/search',
    fields: ['q', 'kind', 'region', 'theme', 'department', 'state', 'year', 'claim'],
  },
} as const satisfies Record<string, { title: string; page: string; fields: readonly Field[] }>

export type ConditionList = keyof typeof CONDITION_LISTS

const LISTS = Object.keys(CONDITION_LISTS) as ConditionList[]

function orNothing<Schema extends v.GenericSchema<string, string>>(schema: Schema) {
  return v.optional(v.union([v.literal(''), schema]), '')
}

const FIELDS = {
  q: orNothing(line('词语', Q_MAX_LENGTH)),
  region: orNothing(v.pipe(v.string(), v.regex(/^\d{6}$/))),
  theme: orNothing(line('主题', VALUE_MAX_LENGTH)),
  support: orNothing(line('支持方式', VALUE_MAX_LENGTH)),
  department: orNothing(line('部门', VALUE_MAX_LENGTH)),
  kind: orNothing(line('类型', VALUE_MAX_LENGTH)),
  state: orNothing(v.picklist(Object.keys(WINDOW_LABELS) as (keyof typeof WINDOW_LABELS)[])),
  year: orNothing(v.pipe(v.string(), v.regex(/^\d{4}$/))),
  claim: orNothing(line('办理方式', VALUE_MAX_LENGTH)),
}

type Field = keyof typeof FIELDS

const FIELD_NAMES = [
  'region',
  'state',
  'support',
  'theme',
  'kind',
  'claim',
  'department',
  'year',
  'q',
] as const satisfies readonly Field[]

const fieldsOf = (list: ConditionList): readonly Field[] => CONDITION_LISTS[list].fields

/** Requirements on a policy. An empty field requires nothing; the search needs at least one. */
export const condition = v.pipe(
  v.object({ list: v.picklist(LISTS, '请从列表或搜索页订阅'), ...FIELDS }),
  v.check(
    (given) => FIELD_NAMES.every((name) => given[name] === '' || fieldsOf(given.list).includes(name)),
    '这个列表不能按此条件筛选',
  ),
  v.check(
    (given) => given.list !== 'search' || FIELD_NAMES.some((name) => given[name] !== ''),
    '请先输入词语或选择条件',
  ),
)

export type Condition = v.InferOutput<typeof condition>

/** Returns the condition in an address; null without one. Ignores what is invalid, as the page does. */
export function conditionAt(list: ConditionList, search: string): Condition | null {
  const params = new URLSearchParams(search)
  const given = fieldsOf(list).flatMap((name) => {
    const limit = name === 'q' ? Q_MAX_LENGTH : VALUE_MAX_LENGTH
    // Cuts between characters: half a surrogate pair would not survive.
    const text = [...(params.get(name) ?? '').trim()].slice(0, limit).join('').trim()
    const { success } = v.safeParse(FIELDS[name], text)
    return success ? [[name, text]] : []
  })
  const parsed = v.safeParse(condition, { list, ...Object.fromEntries(given) })
  return parsed.success ? parsed.output : null
}

export function writeCondition(given: Condition): string {
  const asked = FIELD_NAMES.filter((name) => given[name] !== '').map((name) => [name, given[name]])
  return String(new URLSearchParams([['list', given.list], ...(asked as [string, string][])]))
}

/** Reverses `writeCondition`. @throws ValiError for a text that no version has written */
export function readCondition(written: string): Condition {
  return v.parse(condition, Object.fromEntries(new URLSearchParams(written)))
}

export function conditionPage(given: Condition): string {
  const params = new URLSearchParams(writeCondition(given))
  params.delete('list')
  if (given.list === 'search') params.set('sort', 'published')
  const search = String(params)
  return CONDITION_LISTS[given.list].page + (search && `?${search}`)
}

export function conditionFeed(given: Condition): string {
  return `${readFeed.path}?${writeCondition(given)}`
}

/** Returns the feed of a whole list, which every build writes: it works without a server. */
export function listFeed(list: Exclude<ConditionList, 'search'>): `/${string}` {
  return `/frontend/feed/${list}.xml`
}

/** 广东省广州市 → 广州市; a single name stays. */
const ownName = (name: string) => name.replace(/^.{2,6}?(省|自治区)(?=.)/, '')

/** Returns a condition in a few words: 广州市 · 奖补 · “研发”. @param regionNames full names by division code, as far as they are known */
export function conditionWords(given: Condition, regionNames: ReadonlyMap<string, string>): string {
  const words = FIELD_NAMES.flatMap((name) => {
    const value = given[name]
    if (value === '') return []
    if (name === 'q') return [`“${value.replaceAll(/[“”"]/g, '')}”`]
    if (name === 'year') return [`${value} 年`]
    if (name === 'state') return [WINDOW_LABELS[value as keyof typeof WINDOW_LABELS]]
    if (name === 'region') return [ownName(regionNames.get(value) ?? (value === '000000' ? '全国' : value))]
    return [value]
  })
  return words.join(' · ') || `全部${CONDITION_LISTS[given.list].title}`
}

const savedSearch = v.object({
  id: v.number(),
  condition,
  name: v.string(),
  rhythm: v.picklist(RHYTHMS),
  muted: v.boolean(),
  gmt_create: timestamp,
})

export type SavedSearch = v.InferOutput<typeof savedSearch>

const rhythm = v.picklist(RHYTHMS, '请选择多久通知一次')

export const listSavedSearches = defineCall({
  summary: '我订阅的条件',
  method: 'GET',
  path: '/customer/api/v1/saved-search',
  access: 'company',
  answer: v.object({ items: v.array(savedSearch) }),
})

/** A condition that the person has already saved is changed. Above the limit: 409. */
export const saveSearch = defineCall({
  summary: '订阅一个条件，或修改订阅',
  method: 'POST',
  path: '/customer/api/v1/saved-search',
  access: 'company',
  body: v.object({ condition, rhythm, muted: v.optional(v.boolean('请选择是否提醒'), false) }),
  answer: v.object({ item: savedSearch }),
})

export const deleteSavedSearch = defineCall({
  summary: '删除一个订阅',
  method: 'DELETE',
  path: '/customer/api/v1/saved-search/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({}),
})

/** Atom (RFC 4287). Its path lies below the calls', so that it reaches the server wherever they do. */
export const readFeed = defineCall({
  summary: '按条件订阅（Atom）',
  method: 'GET',
  path: '/main/api/v1/policy-feed.atom',
  access: 'visitor',
  // A feed reader asks some times an hour; many readers share an address.
  rate: { burst: 60, perMinute: 60 },
  isConditional: true,
  isAtom: true,
  query: condition,
  answer: v.object({}),
})
