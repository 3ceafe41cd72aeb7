/**
 * 成长路线图 as people read it: each level of the road in words, and the staircase that shows some of them. The picture
 * has no words of its own, so that list and picture say the same.
 */
import type { AskKey } from '../eligibility/asks.ts'
import { amountFigure } from '../text/format-number.ts'
import { formatDate } from '../time/dates.ts'
import type { Money, Piece } from './prices.ts'
import type { Road, Stage } from './road.ts'
import { type Step, stepWords } from './steps.ts'

/** What the words of policies say, which are loaded apart. */
export interface Names {
  /** By page id. */
  policy: (id: number) => string
  ask: (key: AskKey) => string | undefined
  /** A number that a policy asks for. */
  number: (key: AskKey) => string | undefined
}

export interface Level {
  stage: Stage
  /** now: sure; up: reachable; down: a relief has ended. */
  look: 'now' | 'up' | 'down'
  /** 63 万元／年, 可享 3 项 */
  sum: string
  /** 现在, 最早 2027年9月, 2028年1月 */
  when: string
  /** 取得科技型中小企业, 小型微利企业减税到期 */
  what: string
  /** 元 a year, or policies where no money is known. */
  height: number
}

/** 约 12 个月: who can say how long work takes; such a day is a month at best. */
export function dayWords(day: string, isEstimate: boolean): string {
  return isEstimate ? `${formatDate(day).replace(/月.*$/, '月')}（估算）` : formatDate(day)
}

/** Before a sum of which nothing is sure. */
const AT_MOST = '最多'

/** 元 to one decimal of 万, as 40–60.5 万元; null where there is nothing. */
export function moneyWords({ min, max }: Money): string | null {
  const [low, high] = [roundMoney(min), max === null ? null : roundMoney(max)]
  if (high === null) return low > 0 ? `至少 ${figureOf(low, low)}` : null
  return high === 0 && low === 0 ? null : figureOf(low, high)
}

/** 每年多 63 万元, 每年最多可多 108 万元; `when`: 每年, 2028年1月1日起每年. */
export function moreWords(when: string, money: Money): string | null {
  const words = moneyWords(money)
  if (words === null) return null
  return words.startsWith(AT_MOST)
    ? `${when}${AT_MOST}可多 ${words.slice(AT_MOST.length).trim()}`
    : `${when}多 ${words}`
}

/** 每招用 1 人做满 12 个月，每年多 6,000–7,800 元，以一年应缴的五项税费为限 */
export function pieceWords(
  { key, count, unit, per, money, within }: Piece,
  steps: readonly Step[],
  { number }: Names,
): string {
  const hires = unit === '月' && steps.some(({ kind }) => kind === 'hire')
  const label = number(key) ?? ''
  const piece = hires
    ? `每招用 1 人做满 ${count} 个月`
    : `${label}每 ${unit === '元' ? '1 万元' : unit === '月' ? `${count} 个月` : `${count} ${unit}`}`
  const limits = within.flatMap((each) => number(each) ?? [])
  const limit = limits.length > 0 ? `，以${limits.join('、')}为限` : ''
  return `${piece}，${moreWords(per === '年' ? '每年' : '一次性', money) ?? ''}${limit}`
}

function figureOf(min: number, max: number): string {
  const { number, unit } = amountFigure({ ...(min > 0 && { min }), max, unit: '元' })
  return `${min <= 0 && max > 0 ? `${AT_MOST} ` : ''}${number} ${unit}`
}

function roundMoney(yuan: number): number {
  const step = Math.abs(yuan) >= 1e8 ? 1e7 : Math.abs(yuan) >= 1e4 ? 1e3 : 1
  return Math.round(yuan / step) * step
}

/** Every level, today first. */
export function levelsOf({ stages, waiting }: Road, names: Names): Level[] {
  const isMoney = stages.some(({ takings: { year } }) => year.max === null || year.max > 0)
  // The sure part, where there is one: a range may be wide open above.
  const isSure = stages.some(({ takings: { year } }) => year.min > 0)
  let counted = 0
  let before = 0
  return stages.map((stage, place) => {
    counted += stage.gained.length - stage.lost.length
    const { year } = stage.takings
    const height = !isMoney ? counted : isSure ? year.min : (year.max ?? 0)
    const look =
      place === 0
        ? 'now'
        : height < before || (stage.gained.length === 0 && stage.lost.length > 0)
          ? 'down'
          : 'up'
    before = height
    return {
      stage,
      look,
      sum: isMoney ? sumWords(stage) : `可享 ${counted} 项`,
      when: whenOf(stage, look),
      what: place === 0 ? todayWords(stage, waiting.length) : whatOf(stage, names),
      height,
    }
  })
}

function sumWords({ takings: { year, unfilled } }: Stage): string {
  const words = moneyWords(year)
  if (words === null && unfilled.length > 0) return '填了数才能算'
  return `${words ?? '0 元'}／年`
}

function todayWords({ takings: { unfilled } }: Stage, waiting: number): string {
  return [
    '按现在的回答',
    ...(waiting > 0 ? [`另有 ${waiting} 项条件已够，取得资质后计入`] : []),
    ...(unfilled.length > 0 ? [`${unfilled.length} 项填了数才能算，不计入`] : []),
  ].join('，')
}

function whenOf({ day }: Stage, look: Level['look']): string {
  if (look === 'now') return '现在'
  const month = formatDate(day).replace(/月.*$/, '月')
  return look === 'up' ? `最早 ${month}` : month
}

/** What one does or waits for, then what ends. */
function whatOf({ steps, gained, lost }: Stage, { policy, ask }: Names): string {
  const done = shownSteps(steps).map((step) => stepWords(step, ask))
  const over = lost.filter(({ isOver }) => isOver)
  const words = [
    ...done.slice(0, 2),
    ...(done.length > 2 ? [`等 ${done.length} 步`] : []),
    ...(done.length === 0 && gained.length > 0 ? [namesOf(gained, policy, '可申报')] : []),
    ...(over.length > 0
      ? [
          namesOf(
            over.map(({ id }) => id),
            policy,
            '到期',
          ),
        ]
      : []),
    ...(lost.length > over.length
      ? [
          namesOf(
            lost.filter(({ isOver }) => !isOver).map(({ id }) => id),
            policy,
            '不再符合',
          ),
        ]
      : []),
  ]
  return words.join('，') || '分年度的优惠进入下一段'
}

/** A certificate says enough of the steps that lead to it. */
function shownSteps(steps: readonly Step[]): readonly Step[] {
  const certificates = steps.filter(({ kind }) => kind === 'certificate')
  return certificates.length > 0 ? certificates : steps
}

function namesOf(ids: readonly number[], policy: Names['policy'], end: string): string {
  const [first, ...others] = ids
  if (first === undefined) return ''
  return others.length === 0
    ? `${policy(first)}${end}`
    : `${ids.length} 项${end === '到期' ? '优惠' : ''}${end}`
}

/** More columns than fit are left to the list: those with the smallest steps go. Today and the order stay. */
export function chosenLevels(levels: readonly Level[], width: number): Level[] {
  const room = Math.max(2, Math.min(MOST_COLUMNS, Math.floor(width / LEAST_COLUMN)))
  const changes = new Map(
    levels.map((level, at) => [level, Math.abs(level.height - (levels[at - 1]?.height ?? 0))]),
  )
  const [today, ...others] = levels
  if (!today) return []
  const kept = [...others].sort((a, b) => (changes.get(b) ?? 0) - (changes.get(a) ?? 0)).slice(0, room - 1)
  return [today, ...others.filter((level) => kept.includes(level))]
}

const MOST_COLUMNS = 6
const LEAST_COLUMN = 176
const LINE = 20
/** Of the room for words below the base, and of the highest step above it. */
const TOP = 48
const RISE = 128
const FOOT = 56

export interface DrawnText {
  x: number
  y: number
  text: string
  isSum: boolean
}

export interface Staircase {
  width: number
  height: number
  /** Paths, by what they are drawn as. */
  grid: string
  risers: string
  now: string
  up: string
  down: string
  /** The marks on the base. */
  marks: string
  hollow: string
  texts: DrawnText[]
}

/** Equal columns in the order of time; the height follows the money. @param width px of the page */
export function drawStaircase(levels: readonly Level[], width: number): Staircase {
  const column = width / Math.max(1, levels.length)
  const most = Math.max(...levels.map(({ height }) => height), 1)
  const base = TOP + RISE + FOOT
  const y = ({ height }: Level) => Math.round(base - FOOT - (RISE * Math.max(0, height)) / most)
  const paths = { grid: `M0 ${base}h${width}`, risers: '', now: '', up: '', down: '', marks: '', hollow: '' }
  const texts: DrawnText[] = []
  let lines = 1
  for (const [at, level] of levels.entries()) {
    const left = Math.round(at * column)
    const right = Math.round((at + 1) * column)
    const top = y(level)
    if (level.look === 'now') paths.now += `M${left} ${top}h${right - left}v10h${left - right}z`
    else paths[level.look] += `M${left + 1} ${top + 1}h${right - left - 2}v8h${left - right + 2}z`
    const previous = levels[at - 1]
    if (previous) {
      paths.risers += `M${left} ${y(previous)}V${top}`
      const mark = `M${left} ${base - 8}h16v16h-16z`
      if (level.look === 'up') paths.marks += mark
      else paths.hollow += mark
    }
    const x = at === 0 ? 0 : left + 8
    texts.push({ x, y: top - 12, text: level.sum, isSum: true })
    texts.push({ x: at === 0 ? 0 : left + 24, y: base - 14, text: level.when, isSum: false })
    const wrapped = wrapWords(level.what, (column - 16) / SMALL)
    for (const [line, text] of wrapped.entries()) {
      texts.push({ x: at === 0 ? 0 : left, y: base + 32 + line * LINE, text, isSum: false })
    }
    lines = Math.max(lines, wrapped.length)
  }
  return { width, height: base + 32 + lines * LINE, ...paths, texts }
}

const SMALL = 14

/** Lines of at most so many Chinese characters; figures with their unit stay whole, no line begins with a mark. */
export function wrapWords(text: string, most: number): string[] {
  const parts = text.match(/[\w,.%–]+ ?[\u4e00-\u9fff]{0,2}|[^，。、）”\w][，。、）”]?|./gu) ?? []
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && widthOf(line + part.trimEnd()) > most) {
      lines.push(line.trim())
      line = ''
    }
    line += part
  }
  return [...lines, line.trim()].filter(Boolean)
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (/[ -ÿ–]/.test(character) ? 0.56 : 1), 0)
}

/** All levels in one sentence, for who cannot see them. */
export function staircaseTitle(levels: readonly Level[]): string {
  const words = levels.map(({ when, sum }) => `${when} ${sum}`)
  return `每年可得：${words.join('，')}`
}
