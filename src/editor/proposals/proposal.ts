/** What the rules propose: a value of a field with the sentence that it rests on, its words, and what accepting it changes. */
import { regionName } from '../../lib/content/regions.ts'
import type { ORIGINAL_KINDS } from '../../lib/content/schema/documents.ts'
import type { THEMES } from '../../lib/content/schema/fields.ts'
import { conditionWords } from '../../lib/rules/eligibility/condition-words.ts'
import { type Condition, isGroup, type Tree } from '../../lib/rules/eligibility/tree.ts'
import type { Sentence, SourceText } from './source-text.ts'

export interface ProposedAmount {
  lead?: '最高'
  min?: number
  max: number
  unit: '元' | '%'
  /** 人·月 */
  per?: string
}

export type ProposedWindow =
  | { kind: '申报期'; opens?: string; closes: string }
  | { kind: '全年可享'; opens?: string; closes?: string }
  | { kind: '常年受理' }

/** What a field could be, by its name in the front matter; `condition` is a node of the eligibility tree. */
export type Finding =
  | {
      field: 'title' | 'number' | 'made' | 'published' | 'effective' | 'region' | 'hotline' | 'group'
      value: string
    }
  | { field: 'issuers'; value: string[] }
  | { field: 'kind'; value: (typeof ORIGINAL_KINDS)[number] }
  | { field: 'theme'; value: (typeof THEMES)[number] }
  | { field: 'window'; value: ProposedWindow }
  | { field: 'amount'; value: ProposedAmount }
  | { field: 'material'; value: { name: string; note?: string } }
  | { field: 'step'; value: { title: string; text: string } }
  | { field: 'attachment'; value: { name: string; url?: string } }
  | { field: 'condition'; value: Condition }

export type Field = Finding['field']

export type Proposal = Finding & {
  sentence: string
  /** Of the sentence in the Markdown; `inTitle` where it is the title. */
  start: number
  end: number
  inTitle?: true
  /** The rule, for the editor. */
  why: string
}

/** What the rules have to know of the register of authorities. */
export interface Register {
  nameOf(spelling: string): string | undefined
}

/** The proposal that rests on a sentence, or on the title. */
export function resting(on: Sentence | SourceText, finding: Finding, why: string): Proposal {
  if ('markdown' in on) return { ...finding, sentence: on.title, start: 0, end: 0, inTitle: true, why }
  return { ...finding, sentence: on.text, start: on.start, end: on.end, why }
}

type Container = 'originals' | 'interpretations'

interface Place {
  label: string
  /** Whose front matter has it. */
  of: readonly Container[]
  /** The field there, where it is called otherwise. */
  path?: string
  /** Whether accepting adds to a list. */
  adds?: true
}

export const PLACES: Record<Field, Place> = {
  title: { label: '标题', of: ['originals', 'interpretations'] },
  number: { label: '发文字号', of: ['originals'] },
  issuers: { label: '发文机关', of: ['originals'] },
  kind: { label: '文件类型', of: ['originals'] },
  made: { label: '成文日期', of: ['originals'] },
  published: { label: '发布日期', of: ['originals'] },
  effective: { label: '施行日期', of: ['originals'] },
  region: { label: '地区', of: ['originals', 'interpretations'] },
  theme: { label: '主题', of: ['originals', 'interpretations'], path: 'themes', adds: true },
  attachment: { label: '附件', of: ['originals'], path: 'attachments', adds: true },
  window: { label: '期限', of: ['interpretations'] },
  amount: { label: '金额', of: ['interpretations'] },
  group: { label: '适用对象', of: ['interpretations'], path: 'who', adds: true },
  condition: { label: '条件', of: ['interpretations'], path: 'eligibility', adds: true },
  material: { label: '申报材料', of: ['interpretations'], path: 'materials', adds: true },
  step: { label: '步骤', of: ['interpretations'], path: 'steps', adds: true },
  hotline: { label: '咨询电话', of: ['interpretations'] },
}

/** A value in the front matter, as the workbench changes it. */
interface FieldChange {
  path: string[]
  value: unknown
}

/** What accepting changes in a front matter: a list gets one more, everything else is put in its place. */
export function acceptedChange(finding: Finding, data: unknown): FieldChange {
  const path = PLACES[finding.field].path ?? finding.field
  const now = (data as Record<string, unknown> | null)?.[path]
  return { path: [path], value: acceptedValue(finding, now) }
}

function acceptedValue(finding: Finding, now: unknown): unknown {
  const list = Array.isArray(now) ? now : []
  switch (finding.field) {
    case 'theme':
      return list.includes(finding.value) ? list : [...list, finding.value]
    case 'material':
    case 'step':
    case 'attachment':
      return [...list, finding.value]
    case 'group': {
      const groups = typeof now === 'string' && now !== '' ? now.split('、') : []
      return [...new Set([...groups, finding.value])].join('、')
    }
    case 'condition':
      return withCondition(now as Tree | undefined, finding.value)
    default:
      return finding.value
  }
}

/** The tree with one more condition that has to be met; a question gets a name that the tree does not use yet. */
function withCondition(tree: Tree | undefined, condition: Condition): Tree {
  const parts = tree === undefined ? [] : isGroup(tree) && 'all' in tree ? tree.all : [tree]
  const clause = tree !== undefined && isGroup(tree) && 'all' in tree ? tree.clause : undefined
  const taken = JSON.stringify(tree ?? {})
  let next = 1
  while (taken.includes(`"ask_${next}"`)) next += 1
  const named = 'ask' in condition ? { ...condition, key: `ask_${next}` as typeof condition.key } : condition
  return { ...(clause && { clause }), all: [...parts, named] }
}

/** What stands there already and is another; undefined where accepting adds, or nothing is there. */
export function standingValue({ field, value }: Finding, data: unknown): unknown {
  const { path = field, adds } = PLACES[field]
  const now = (data as Record<string, unknown> | null)?.[path]
  const isEmpty = now === undefined || now === '' || (Array.isArray(now) && now.length === 0)
  return adds || isEmpty || JSON.stringify(now) === JSON.stringify(value) ? undefined : now
}

/** The part of a value that an editor may put right before it is accepted, as a line of text. */
export function editableText(finding: Finding): string {
  switch (finding.field) {
    case 'issuers':
      return finding.value.join('、')
    case 'material':
    case 'attachment':
      return finding.value.name
    case 'step':
      return finding.value.title
    case 'amount':
      return String(finding.value.max)
    case 'window':
      return finding.value.kind === '常年受理'
        ? ''
        : [finding.value.opens ?? '', finding.value.closes ?? ''].join(' 至 ')
    case 'condition': {
      const condition = finding.value
      if ('ask' in condition) return condition.ask
      return 'value' in condition ? [condition.value].flat().join('、') : ''
    }
    default:
      return finding.value
  }
}

/** The finding with what the editor wrote; undefined where it cannot be read. */
export function editedFinding(finding: Finding, written: string): Finding | undefined {
  const text = written.trim()
  if (text === '') return undefined
  switch (finding.field) {
    case 'issuers':
      return { ...finding, value: text.split(/[、\s]+/).filter(Boolean) }
    case 'material':
      return { ...finding, value: { ...finding.value, name: text } }
    case 'attachment':
      return { ...finding, value: { ...finding.value, name: text } }
    case 'step':
      return { ...finding, value: { ...finding.value, title: text } }
    case 'amount':
      return Number.isFinite(Number(text)) && Number(text) >= 0
        ? { ...finding, value: { ...finding.value, max: Number(text) } }
        : undefined
    case 'window': {
      const days = text.match(/\d{4}-\d{2}-\d{2}/g) ?? []
      const closes = days.at(-1)
      if (finding.value.kind === '常年受理' || closes === undefined) return undefined
      const opens = days.length > 1 ? days[0] : undefined
      return { ...finding, value: { kind: finding.value.kind, ...(opens && { opens }), closes } }
    }
    case 'condition':
      return editedCondition(finding, text)
    case 'made':
    case 'published':
    case 'effective':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { ...finding, value: text } : undefined
    case 'kind':
    case 'theme':
      // One of a list: another one is chosen in the form.
      return undefined
    default:
      return { ...finding, value: text }
  }
}

function editedCondition(
  finding: Extract<Finding, { field: 'condition' }>,
  text: string,
): Finding | undefined {
  const condition = finding.value
  if ('ask' in condition) return { ...finding, value: { ...condition, ask: text } }
  if (!('value' in condition)) return undefined
  const { value } = condition
  if (Array.isArray(value))
    return { ...finding, value: { ...condition, value: text.split('、').filter(Boolean) } }
  if (typeof value === 'boolean') return undefined
  if (typeof value === 'string') return { ...finding, value: { ...condition, value: text } }
  return Number.isFinite(Number(text))
    ? { ...finding, value: { ...condition, value: Number(text) } }
    : undefined
}

/** A finding as the editor reads it. */
export function findingWords(finding: Finding): string {
  switch (finding.field) {
    case 'region':
      return regionName(finding.value) || finding.value
    case 'issuers':
      return finding.value.join('、')
    case 'window':
      return finding.value.kind === '常年受理'
        ? '常年受理'
        : `${finding.value.kind} ${finding.value.opens ?? ''} 至 ${finding.value.closes ?? ''}`
    case 'amount': {
      const { lead = '', min, max, unit, per } = finding.value
      return `${lead} ${min === undefined ? '' : `${min.toLocaleString('zh-CN')} 至 `}${max.toLocaleString('zh-CN')} ${unit}${per ? `，每${per}` : ''}`.trim()
    }
    case 'material':
      return finding.value.note ? `${finding.value.name}（${finding.value.note}）` : finding.value.name
    case 'step':
      return finding.value.title
    case 'attachment':
      return `${finding.value.name}（${finding.value.url ?? '还要填网址'}）`
    case 'condition':
      return 'ask' in finding.value ? `问企业：${finding.value.ask}` : conditionWords(finding.value)
    default:
      return finding.value
  }
}
