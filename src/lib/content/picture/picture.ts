/** 一图读懂: what the tall picture of a policy says, in the order in which it is read. It knows no day: what it says stays true. */

import { site } from '../../../site.ts'
import { readCompany } from '../../rules/eligibility/company.ts'
import { conditionWords } from '../../rules/eligibility/condition-words.ts'
import { isGroup, type TieredCondition, type Tree } from '../../rules/eligibility/tree.ts'
import { labelOf } from '../../rules/eligibility/words.ts'
import { escapeMarkup } from '../../rules/text/escape-markup.ts'
import { type GrantFigure, grantFigure } from '../../rules/text/format-number.ts'
import { nameOf, widthInHanzi } from '../../rules/text/titles.ts'
import { type ApplicationWindow, endOf, monthWords, startOf } from '../../rules/time/application-window.ts'
import { formatDate } from '../../rules/time/dates.ts'
import type { CompiledRates } from '../../rules/worth/compile.ts'
import { workingOf } from '../../rules/worth/working.ts'
import { compileBenefit } from '../../rules/worth/worth.ts'
import { placeAndBody } from '../regions.ts'
import type { Interpretation, Original, SUPPORT_KINDS } from '../schema/documents.ts'
import { CLAIM_NOTES, windowOf } from '../schema/documents.ts'
import { checkedWords } from '../sources.ts'

export type Support = (typeof SUPPORT_KINDS)[number]

/** What a section is drawn as; its strings are read in the order in which they stand here. */
export type Part =
  | { is: 'lead'; text: string }
  | { is: 'note'; text: string }
  /** `note` is one more line. `box`: to be ticked by the reader. */
  | {
      is: 'list'
      look: 'tick' | 'box' | 'number' | 'dash'
      items: readonly { text: string; note?: string }[]
    }
  /** One rod a tier; `share` of the longest one. */
  | { is: 'tiers'; tiers: readonly { label: string; value: string; share: number }[] }
  /** A rod for each year or month, filled from `from` to `to`, counted in rods; `isOpen`: it began before the first one. */
  | { is: 'span'; labels: readonly string[]; from: number; to: number; isOpen?: boolean }

interface Section {
  title: string
  parts: readonly Part[]
}

/** How long it can be had, as a rod. */
export type Rod = 'dated' | 'endless' | 'batches' | 'unknown'

export interface Picture {
  support: Support | undefined
  theme: Interpretation['themes'][number] | undefined
  site: string
  name: string
  figure: GrantFigure
  /** Of what is asked or paid, the share that is given; only where the figure is one of those. */
  share?: number
  gist: string
  period: { rod: Rod; text: string }
  /** Where, and from whom. */
  giver: string
  sections: readonly Section[]
  /** `code`: the address that its QR code leads to. */
  foot: { call: string; notes: readonly string[]; code?: string }
}

interface Shown {
  data: Interpretation
  bases: readonly Original[]
  rivals: readonly { title: string; reason: string }[]
  /** What formulas speak of; without a formula none are needed. */
  rates?: CompiledRates
  /** Of its page. */
  address: string
}

type Topic = 'who' | 'tiers' | 'sums' | 'when' | 'papers' | 'steps'

/** A company asks of each kind of support something else first. */
const VOICES: Record<Support | '', { who: string; how: string; order: readonly Topic[] }> = {
  奖补: { who: '谁能领', how: '怎么领', order: ['who', 'tiers', 'sums', 'when', 'papers', 'steps'] },
  减免: { who: '谁能享受', how: '怎么享受', order: ['who', 'tiers', 'sums', 'steps', 'papers', 'when'] },
  资质: { who: '要达到什么', how: '怎么申请', order: ['who', 'tiers', 'sums', 'papers', 'when', 'steps'] },
  贷款: { who: '谁能贷', how: '怎么贷', order: ['steps', 'who', 'tiers', 'papers', 'when'] },
  权益: { who: '谁能用', how: '怎么用', order: ['steps', 'who', 'papers', 'when'] },
  '': { who: '谁能享受', how: '怎么办', order: ['who', 'tiers', 'sums', 'when', 'papers', 'steps'] },
}

const MOST = { conditions: 5, items: 6, steps: 8, explained: 4, tiers: 9, clauses: 5, bases: 3 }
/** Of a span: its rods, and those that all have their name below. */
const MOST_YEARS = { rods: 16, names: 9 }

/** In 汉字: what has its place in the first block, and what a line of a list may grow to. */
const WIDTH = { name: 48, gist: 40, giver: 21, item: 56, note: 46 }

export function pictureOf({ data, bases, rivals, rates, address }: Shown): Picture {
  // A code that leads to the machine of whoever built the site is worse than none.
  const hasCode = !/^(?:localhost|127\..*|\[::1\])$/.test(new URL(address).hostname)
  const voice = VOICES[data.support ?? '']
  const figure = grantFigure(data)
  const share = shareOf(data)
  const sections: Record<Topic, Section | undefined> = {
    who: who(data, voice.who),
    tiers: tiers(data),
    sums: sums(data, rates),
    when: when(data),
    papers: papers(data),
    steps: steps(data, voice.how),
  }
  return {
    support: data.support,
    theme: data.themes[0],
    site: site.name,
    name: clip(nameOf(data), WIDTH.name),
    figure,
    ...(share !== undefined && { share }),
    gist: clip(data.gist ?? data.gain ?? data.summary ?? '', WIDTH.gist),
    period: periodOf(data),
    giver: giverOf(data),
    sections: [...voice.order.map((topic) => sections[topic]), together(rivals), source(data, bases)].filter(
      (section) => section !== undefined,
    ),
    foot: {
      call: `${hasCode ? '扫码' : `在${site.name}`}看全文${data.eligibility ? '，测一测符合不符合' : '和最新期限'}`,
      notes: [`${site.name}是商业服务网站，不是政府网站`],
      ...(hasCode && { code: address }),
    },
  }
}

/** Relief as a part of the whole: 25 → 5 % leaves a fifth, 减征 50 % takes a half. */
function shareOf({ amount, support }: Interpretation): number | undefined {
  if (amount?.unit !== '%' || (support !== '减免' && support !== '权益')) return undefined
  if (amount.from !== undefined) return amount.from > 0 ? 1 - amount.max / amount.from : undefined
  return Math.min(1, amount.max / 100)
}

function periodOf({ window: written }: Interpretation): Picture['period'] {
  const window = windowOf(written)
  switch (window.kind) {
    case 'in_force':
      return window.closes
        ? { rod: 'dated', text: `执行到${formatDate(window.closes)}` }
        : { rod: 'endless', text: '全年可享，没有写截止日期' }
    case 'dated':
      return { rod: 'dated', text: `申报截止${formatDate(window.closes)}` }
    case 'rolling':
      return window.closes
        ? { rod: 'dated', text: `常年受理，到${formatDate(window.closes)}` }
        : { rod: 'endless', text: '常年受理，随时可办' }
    case 'batches': {
      const months = monthWords(window).replace(' ', '')
      const end = window.closes ? `到${formatDate(window.closes)}` : '以当批通知为准'
      return { rod: 'batches', text: `按批次受理，${months ? `通常${months}` : end}` }
    }
    case 'law':
      return { rod: 'endless', text: '法律法规，无须申报' }
    case 'unknown':
      return { rod: 'unknown', text: '期限以原文为准' }
  }
}

/** 全国 · 财政部、税务总局等: issuers as far as there is room. */
function giverOf({ region, department }: Interpretation): string {
  const [place = '', body] = placeAndBody(region, department)
  if (!body) return clip(place, WIDTH.giver)
  const names = body.split('、')
  const fit = names.findLastIndex(
    (_, last) => widthInHanzi(`${place} · ${names.slice(0, last + 1).join('、')}等`) <= WIDTH.giver,
  )
  if (fit < 0) return clip(`${place} · ${body}`, WIDTH.giver)
  return `${place} · ${names.slice(0, fit + 1).join('、')}${fit + 1 < names.length ? '等' : ''}`
}

function who({ who, conditions, support }: Interpretation, title: string): Section | undefined {
  const shown = conditions.slice(0, MOST.conditions).map(({ text }) => ({ text: inShort(text) }))
  const parts: Part[] = []
  if (who) parts.push({ is: 'lead', text: who })
  if (shown.length > 0) parts.push({ is: 'list', look: support === '资质' ? 'box' : 'tick', items: shown })
  parts.push(...rest(conditions.length - shown.length, '项条件和说明'))
  return parts.length > 0 ? { title, parts } : undefined
}

function rest(more: number, words: string): Part[] {
  return more > 0 ? [{ is: 'note', text: `另有${more}${words}，见网页` }] : []
}

/** The first condition that asks for more or less by the size of something, where all have to meet it. */
function tiers({ eligibility }: Interpretation): Section | undefined {
  const tiered = eligibility && tieredOf(eligibility)
  if (!tiered) return undefined
  const { fact, by, op } = tiered
  const shown = tiered.tiers.slice(0, MOST.tiers)
  const most = Math.max(...shown.map(({ value }) => Number(value)))
  if (!(most > 0)) return undefined
  const bare = (subject: typeof fact, words: string) => words.replace(labelOf(subject), '').trim()
  return {
    title: `${labelOf(fact)}，按${labelOf(by)}分档`,
    parts: [
      {
        is: 'tiers',
        tiers: shown.map(({ up_to, below, value }, place) => {
          const before = shown[place - 1]
          const bound =
            up_to !== undefined
              ? ({ op: 'lte', value: up_to } as const)
              : below !== undefined
                ? ({ op: 'lt', value: below } as const)
                : ({
                    op: before?.up_to === undefined ? 'gte' : 'gt',
                    value: before?.up_to ?? before?.below ?? 0,
                  } as const)
          return {
            label: bare(by, conditionWords({ fact: by, ...bound })),
            value: bare(fact, conditionWords({ fact, op, value })),
            share: Number(value) / most,
          }
        }),
      },
    ],
  }
}

/** The calculation in names, each line with the one that it becomes: true whatever a rate is today. */
function sums(
  { benefit, eligibility }: Interpretation,
  rates: CompiledRates | undefined,
): Section | undefined {
  if (!benefit || !rates) return undefined
  const nobody = readCompany({}, '')
  const lines = workingOf(compileBenefit(benefit, eligibility ?? null, rates), nobody)
  // What only has another name is no calculation.
  const items = lines.flatMap(({ name, formula }) =>
    /[×÷+−、，；\d]/.test(formula) ? [{ text: name, note: formula }] : [],
  )
  // A long formula is read on the page, where it can be unfolded.
  const isShort =
    items.length > 0 &&
    items.length <= MOST.items &&
    items.every(({ note }) => widthInHanzi(note) <= WIDTH.item)
  return isShort ? { title: '怎么算', parts: [{ is: 'list', look: 'number', items }] } : undefined
}

function tieredOf(tree: Tree): TieredCondition | undefined {
  if (!isGroup(tree)) return 'tiers' in tree ? tree : undefined
  if (!('all' in tree)) return undefined
  for (const part of tree.all) {
    const found = tieredOf(part)
    if (found) return found
  }
  return undefined
}

function when(data: Interpretation): Section | undefined {
  const window = windowOf(data.window)
  const span = spanOf(window)
  const parts: Part[] = [{ is: 'lead', text: wholePeriod(window) ?? periodOf(data).text }]
  if (span) parts.push(span)
  const { note, last } = { note: undefined, last: undefined, ...data.window }
  if (last) parts.push({ is: 'note', text: `最近通知：${last}` })
  if (note) parts.push({ is: 'note', text: note })
  // What the first block says already is no section.
  return parts.length > 1 ? { title: '什么时候', parts } : undefined
}

/** Both ends, where the first block has room for one. */
function wholePeriod(window: ApplicationWindow): string | undefined {
  const [opens, closes] = [startOf(window), endOf(window)]
  return opens && closes ? `${formatDate(opens)}至${formatDate(closes)}` : undefined
}

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1))

/** Windows of one year by months, longer ones by years; of many, every second has its name. */
function spanOf(window: ApplicationWindow): Part | undefined {
  if (window.kind === 'batches' && window.months) {
    const [first, last] = window.months
    return { is: 'span', labels: MONTHS, from: first - 1, to: last }
  }
  const closes = endOf(window)
  if (closes === null) return undefined
  const opens = startOf(window)
  const place = (date: string, month: number) => Number(date.slice(5, 7)) - 1 + month
  const year = (date: string) => Number(date.slice(0, 4))
  if (opens !== null && year(opens) === year(closes)) {
    return { is: 'span', labels: MONTHS, from: place(opens, 0), to: place(closes, 1) }
  }
  const first = Math.max(opens === null ? year(closes) - 1 : year(opens), year(closes) - MOST_YEARS.rods + 1)
  const isOpen = opens === null || first > year(opens)
  return {
    is: 'span',
    labels: Array.from({ length: year(closes) - first + 1 }, (_, index) =>
      index % (year(closes) - first < MOST_YEARS.names ? 1 : 2) === 0 ? String(first + index) : '',
    ),
    from: opens === null || isOpen ? 0 : place(opens, 0) / 12,
    to: year(closes) - first + place(closes, 1) / 12,
    ...(isOpen && { isOpen }),
  }
}

function papers({ materials }: Interpretation): Section | undefined {
  if (materials.length === 0) return undefined
  const shown = materials.slice(0, MOST.items)
  const items = shown.map(({ name, optional }) => ({ text: optional ? `${name}（按需）` : name }))
  return {
    title: '准备什么',
    parts: [{ is: 'list', look: 'box', items }, ...rest(materials.length - shown.length, '项')],
  }
}

function steps({ steps, claim }: Interpretation, title: string): Section | undefined {
  if (steps.length === 0 && !claim) return undefined
  const parts: Part[] = []
  if (claim) parts.push({ is: 'lead', text: `${claim}，${CLAIM_NOTES[claim]}` })
  const shown = steps.slice(0, MOST.steps)
  const items = shown.map(({ title, text }) => {
    const note = firstSentence(text)
    // Of a long way, the names of its steps.
    const isShort = shown.length <= MOST.explained && widthInHanzi(note) <= WIDTH.note
    return isShort ? { text: title, note } : { text: title }
  })
  if (items.length > 0) parts.push({ is: 'list', look: 'number', items })
  return { title, parts: [...parts, ...rest(steps.length - shown.length, '步')] }
}

function together(rivals: Shown['rivals']): Section | undefined {
  if (rivals.length === 0) return undefined
  const items = rivals.slice(0, MOST.items).map(({ title }) => ({ text: clip(title, WIDTH.name) }))
  const reasons = [...new Set(rivals.map(({ reason }) => reason))].join('；')
  return {
    title: '不可同时享受',
    parts: [
      { is: 'list', look: 'dash', items },
      ...rest(rivals.length - items.length, '项'),
      { is: 'note', text: `${reasons}。` },
    ],
  }
}

function source(data: Interpretation, bases: readonly Original[]): Section {
  const parts: Part[] = []
  const items = bases.slice(0, MOST.bases).map((basis) => {
    const clauses = clausesOf(data, basis.id)
    const name = basis.number ?? basis.title
    return { text: name, ...(clauses && { note: clauses }) }
  })
  if (items.length > 0) parts.push({ is: 'list', look: 'dash', items })
  else if (data.source) parts.push({ is: 'lead', text: data.source.name })
  parts.push(...rest(bases.length - items.length, '份文件'))
  if (widthInHanzi(nameOf(data)) > WIDTH.name) parts.push({ is: 'note', text: `全称：${data.title}` })
  const checked = checkedWords(data.checked)
  parts.push({ is: 'note', text: data.checked ? `最后核对：${checked}` : checked })
  parts.push({
    is: 'note',
    text: '政策会调整，办理前以发文机关公布的原文为准',
  })
  return { title: '依据', parts }
}

/** A heading of a text without articles, 二（一）, which would not be known for one. */
const HEADING = /^[一二三四五六七八九十]/

/** The articles from which the conditions are: 公告第五条、第六条（一）（二）. */
function clausesOf({ conditions, policy }: Interpretation, original: number): string {
  const all = conditions.flatMap(({ clause, original: from = policy }) =>
    clause && from === original ? (HEADING.test(clause) ? [`原文“${clause}”`] : clause.split('、')) : [],
  )
  const own = [...new Set(all)]
  const ends = own.length > MOST.clauses ? '等' : ''
  return own.slice(0, MOST.clauses).map(afterThe).join('') + ends
}

/** What the clause before has said already, is not said again. */
function afterThe(clause: string, place: number, all: readonly string[]): string {
  const before = all[place - 1]
  if (before === undefined) return clause
  if (before.startsWith('原文“')) return `、${clause}`
  const [stem, document] = [/^.*?(?=（)/, /^.*(?:公告|通知|附件\d*)/].map((part) => part.exec(before)?.[0])
  if (stem && clause.startsWith(`${stem}（`)) return clause.slice(stem.length)
  return `、${document && clause.startsWith(document) ? clause.slice(document.length) : clause}`
}

/** A condition as a line of a list: its first sentence, without the document that it is taken from. */
function inShort(text: string): string {
  const sentence = firstSentence(text.replace(/（[^（）]*〔\d{4}〕[^（）]*）/g, ''))
  if (widthInHanzi(sentence) <= WIDTH.item) return sentence
  const [head = ''] = sentence.split('：')
  return head.length >= 8 && widthInHanzi(head) <= WIDTH.item ? head : clip(sentence, WIDTH.item)
}

const firstSentence = (text: string) => text.split(/[。；]/, 1)[0] ?? ''

/** At most so many 汉字; what is cut ends behind a mark where there is one, and says that it goes on. */
function clip(text: string, hanzi: number): string {
  if (widthInHanzi(text) <= hanzi) return text
  const characters = [...text]
  let width = 1
  const fit = characters.findIndex((character) => {
    width += widthInHanzi(character)
    return width > hanzi
  })
  const room = characters.slice(0, fit).join('')
  const mark = Math.max(room.lastIndexOf('，'), room.lastIndexOf('、'), room.lastIndexOf('；'))
  return `${mark > room.length / 2 ? room.slice(0, mark) : room}…`
}

/** The same words for whoever does not see the picture, in the same order. */
export function wordsOf(picture: Picture): { title: string; lines: string[] }[] {
  const { site, theme, name, figure, gist, period, giver, sections, foot } = picture
  return [
    {
      title: `${site}${theme ? `，${theme}` : ''}`,
      lines: [name, figureWords(figure), gist, period.text, giver].filter(Boolean),
    },
    ...sections.map(({ title, parts }) => ({ title, lines: parts.flatMap(partWords) })),
    { title: foot.call, lines: [...foot.notes] },
  ]
}

/** A part of the page, in a file of its own: who opens it by its address gets no more than its words. */
export function wordsMarkup(picture: Picture): string {
  const sections = wordsOf(picture).map(({ title, lines }) => {
    const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`)
    return `<li><b>${escapeMarkup(title)}</b><ul>${items.join('')}</ul></li>`
  })
  return `<meta http-equiv="content-security-policy" content="default-src 'none'"><ul>${sections.join('')}</ul>`
}

/** For whoever does not see the picture: what it is, and that the words are beside it. */
export function altOf({ name }: Picture): string {
  return `${name}，一图读懂，另有文字版`
}

/** 税负由 25% 降到 5%, 最高 50 万元／项. */
export function figureWords({ lead, from, change, number, unit = '', per }: GrantFigure): string {
  const sum = from === undefined ? `${number} ${unit}` : `由 ${from}${unit} ${change} ${number} ${unit}`
  return [lead, `${sum.trim()}${per ? `／${per}` : ''}`].filter(Boolean).join(' ')
}

function partWords(part: Part): string[] {
  switch (part.is) {
    case 'lead':
    case 'note':
      return [part.text]
    case 'list':
      return part.items.map(({ text, note }) => (note ? `${text}：${note}` : text))
    case 'tiers':
      return part.tiers.map(({ label, value }) => `${label}：${value}`)
    case 'span':
      return [part.labels.filter(Boolean).join(' ')]
  }
}
