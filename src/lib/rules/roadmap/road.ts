/**
 * 成长路线图: what a company can reach within three years, by which steps, and when the money falls again. Every goal is
 * judged anew on the company as it is on its day, so that no path is shown that the rules do not confirm.
 */
import { addMonths, dayAfter } from '../eligibility/calendar.ts'
import type { Company } from '../eligibility/company.ts'
import { type CompiledRule, statusOf } from '../eligibility/evaluate.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Certificate } from '../eligibility/options.ts'
import { isGiven } from '../eligibility/shortfalls.ts'
import type { Reason, Status } from '../eligibility/verdict.ts'
import { type ApplicationWindow, endOf } from '../time/application-window.ts'
import { canBeHad } from '../time/window-use.ts'
import {
  companyAt,
  costOfAll,
  dayOfStep,
  type Effort,
  effortOf,
  joinSteps,
  type Step,
  spendingOf,
  stepId,
  waysOf,
  yearOf,
} from './steps.ts'

export interface RoadPolicy {
  /** Page id of the interpretation. */
  id: number
  rule: CompiledRule
  window: ApplicationWindow
  /** The certificate that one gets by it. */
  grants: Certificate | null
}

/** 元; `max` null: no upper end known. */
export interface Money {
  min: number
  max: number | null
}

export interface Takings {
  /** What the best combination brings in a year. */
  year: Money
  /** What is paid once. */
  once: Money
}

/** What the best combination of these policies, all 符合, is worth to the company; 可贷 counts for nothing. */
export type Valuer = (met: readonly number[], company: Company) => Takings

export interface Goal {
  /** Page id of the interpretation. */
  id: number
  /** Nothing may be left out of them. Empty: 符合 or 待确认 already. */
  steps: readonly Step[]
  /** The first day on which all of it may be there, YYYY-MM-DD. */
  day: string
  /** Whether the day counts work of unknown length as done by the next batch, or within twelve months. */
  isEstimate: boolean
  effort: Effort
  /** As the rules judge it on that day; unknown: something is 待确认 still. */
  status: Exclude<Status, 'unmet'>
}

/** A level of the staircase: from this day on. */
export interface Stage {
  day: string
  isEstimate: boolean
  /** What leads up to it. */
  steps: readonly Step[]
  gained: readonly number[]
  /** `isOver`: its window has ended; else the company has outgrown it. */
  lost: readonly { id: number; isOver: boolean }[]
  takings: Takings
}

/** Steps that belong together, with all that they open. */
export interface Move {
  steps: readonly Step[]
  /** Of the steps, those of a move that comes before it in the list: this one goes on from there. */
  after: readonly Step[]
  day: string
  isEstimate: boolean
  effort: Effort
  unlocks: readonly number[]
  /** Something in it is 待确认 still. */
  isOpen: boolean
  /** Against the company of `after` on the same day; what is 待确认 counts for the maximum only. */
  gain: Takings
  /** The day of the gain: the move's, or a January when it brings more, because by then something else has ended. */
  gainFrom: string
}

export interface Rung {
  certificate: Certificate
  /** Its interpretation; null: there is none. */
  policy: number | null
  state: 'held' | 'now' | 'open' | 'reachable' | 'hard' | 'out' | 'unread'
  /** When the certificate may be there; where that is later than the road goes, when one may apply. */
  day?: string
  isLate?: boolean
  isEstimate?: boolean
  steps: readonly Step[]
}

export interface Road {
  /** YYYY-MM-DD */
  now: string
  /** The first one is today. */
  stages: readonly Stage[]
  goals: readonly Goal[]
  /** That which opens most for least comes first. */
  moves: readonly Move[]
  rungs: readonly Rung[]
  /** 符合 today, and worth nothing before their certificate is there. */
  waiting: readonly number[]
}

/** 优质中小企业梯度培育 (工信部企业〔2026〕2号), and 高企 beside it. */
const RUNGS: readonly Certificate[] = [
  'tech_sme',
  'innovative_sme',
  'specialised',
  'little_giant',
  'high_tech',
]

const HORIZON_MONTHS = 36
/** For work of which nobody can say how long it takes. */
const WORK_MONTHS = 12
const MENDS = 2
const MOVES = 12

interface Award {
  certificate: Certificate
  goal: Goal
  day: string
  isEstimate: boolean
}

const EFFORTS: readonly Effort[] = ['wait', 'doable', 'hard']

/** @param now YYYY-MM-DD in China */
export function planRoad(
  policies: readonly RoadPolicy[],
  facts: Facts,
  now: string,
  takingsOf: Valuer,
): Road {
  const planner = makePlanner(policies, facts, now)
  const found = policies.flatMap((policy) => planner.goal(policy) ?? [])
  const awards = awardsOf(facts, planner)
  const goals = found.filter(({ steps }) => steps.some(({ kind }) => kind !== 'ask'))
  const scene: Scene = { policies, facts, now, planner, takingsOf, counted: new WeakMap() }
  return {
    now,
    stages: stagesOf(scene, goals, awards),
    goals,
    moves: movesOf(scene, goals, awards),
    rungs: RUNGS.map((certificate) => rungOf(certificate, scene, awards)),
    waiting: awards
      .filter(({ goal }) => goal.steps.length === 0 && goal.status === 'met')
      .map(({ goal }) => goal.id),
  }
}

interface Scene {
  policies: readonly RoadPolicy[]
  facts: Facts
  now: string
  planner: Planner
  takingsOf: Valuer
  /** Worked out once for each company. */
  counted: WeakMap<Company, readonly number[]>
}

interface Planner {
  goal: (policy: RoadPolicy) => Goal | null
  at: (steps: readonly Step[], day: string) => Company
  /** Who gives a certificate. */
  granting: ReadonlyMap<Certificate, RoadPolicy>
  horizon: string
}

function makePlanner(policies: readonly RoadPolicy[], facts: Facts, now: string): Planner {
  const granting = new Map(
    policies.flatMap((policy) => (policy.grants ? [[policy.grants, policy] as const] : [])),
  )
  const horizon = addMonths(now, HORIZON_MONTHS)
  const companies = new Map<string, Company>()
  const known = new Map<number, Goal | null>()
  const underWay = new Set<number>()

  function at(steps: readonly Step[], day: string): Company {
    const key = `${day} ${steps.map(stepId).sort().join()}`
    const company = companies.get(key) ?? companyAt(facts, now, steps, day)
    companies.set(key, company)
    return company
  }

  /** Certificates first: each by the path of the policy that gives it. Null where one cannot be had. */
  function withCertificates(
    own: readonly Step[],
  ): { steps: Step[]; isOpen: boolean; isEstimate: boolean } | null {
    let steps: Step[] = []
    let isOpen = false
    let isEstimate = false
    for (const step of own) {
      if (step.kind !== 'certificate') {
        steps = joinSteps(steps, [step])
        continue
      }
      const policy = granting.get(step.certificate)
      const first = policy && goal(policy)
      if (!first) return null
      const granted = grantDay(first, policy.window)
      isOpen ||= first.status === 'unknown'
      isEstimate ||= granted.isEstimate
      steps = joinSteps(steps, [...first.steps, { ...step, day: granted.day }])
    }
    return { steps, isOpen, isEstimate }
  }

  function settle(
    policy: RoadPolicy,
    own: readonly Step[],
    mends: number,
  ): { own: readonly Step[]; goal: Goal } | null {
    const { program } = policy.rule
    const all = withCertificates(own)
    if (!program || !all) return null
    const { day, isEstimate } = dayOf(all.steps, policy.window, now)
    if (day > horizon || !canBeHad(policy.window, day)) return null
    const company = at(all.steps, day)
    const status = program.status(company)
    if (status === 'unmet') {
      if (mends === 0) return null
      const [way] = waysOf(program.reason(company), { company, now })
      return way ? settle(policy, joinSteps(own, way.steps), mends - 1) : null
    }
    const effort = EFFORTS[Math.max(0, ...all.steps.map((step) => EFFORTS.indexOf(effortOf(step))))] ?? 'hard'
    return {
      own,
      goal: {
        id: policy.id,
        steps: all.steps,
        day,
        isEstimate: isEstimate || all.isEstimate,
        effort,
        status: all.isOpen ? 'unknown' : status,
      },
    }
  }

  /** Leaves out every step without which the verdict is the same. */
  function least(policy: RoadPolicy, settled: { own: readonly Step[]; goal: Goal }) {
    let best = settled
    for (const step of settled.own) {
      const fewer = settle(
        policy,
        best.own.filter((each) => each !== step),
        0,
      )
      if (fewer && fewer.goal.status === best.goal.status) best = fewer
    }
    return best.goal
  }

  function goal(policy: RoadPolicy): Goal | null {
    const there = known.get(policy.id)
    if (there !== undefined) return there
    if (underWay.has(policy.id)) return null
    underWay.add(policy.id)
    const made = findGoal(policy)
    underWay.delete(policy.id)
    known.set(policy.id, made)
    return made
  }

  function findGoal(policy: RoadPolicy): Goal | null {
    const { program } = policy.rule
    if (!program || !canBeHad(policy.window, now)) return null
    const today = at([], now)
    const reason = program.reason(today)
    if (reason.status !== 'unmet') {
      const { day } = dayOf([], policy.window, now)
      return { id: policy.id, steps: [], day, isEstimate: false, effort: 'wait', status: reason.status }
    }
    if (givenFails(reason)) return null
    let best: { goal: Goal; cost: number } | null = null
    for (let years = 0; years <= HORIZON_MONTHS / 12; years++) {
      const year = yearOf(now) + years
      const company = years === 0 ? today : at([], `${year}-01-01`)
      const hold: Step[] = years === 0 ? [] : [{ kind: 'hold', year: year - 1 }]
      const asked = years === 0 ? reason : program.reason(company)
      for (const way of asked.status === 'unmet' ? waysOf(asked, { company, now }) : [{ steps: [] }]) {
        const settled = settle(policy, [...hold, ...way.steps], MENDS)
        if (!settled) continue
        const cost = costOfAll(settled.goal.steps) + (settled.goal.status === 'unknown' ? 1 : 0)
        if (!best || cost < best.cost) best = { goal: least(policy, settled), cost }
        break
      }
      if (best && best.cost < NEAR) break
    }
    return best?.goal ?? null
  }

  return { goal, at, granting, horizon }
}

/** A path that costs no more than this is not looked for again in later years. */
const NEAR = 4

/** Whether it fails by what no decision of the company changes, whatever else would come true. */
function givenFails(reason: Reason): boolean {
  if (reason.status !== 'unmet') return false
  if (!('parts' in reason)) return isGiven(reason) && reason.wait === undefined
  return reason.parts.filter((part) => !givenFails(part)).length < reason.need
}

/** When all steps may be done and somebody takes the application. */
function dayOf(
  steps: readonly Step[],
  window: ApplicationWindow,
  now: string,
): { day: string; isEstimate: boolean } {
  const days = steps.map((step) => dayOfStep(step, now))
  const isEstimate = days.includes(null)
  const worked = isEstimate ? [nextBatch(window, dayAfter(now)) ?? addMonths(now, WORK_MONTHS)] : []
  const ready = [now, ...worked, ...days.flatMap((day) => day ?? [])].reduce((a, b) => (a > b ? a : b))
  const opens = 'opens' in window && window.opens !== null ? window.opens : ready
  return { day: nextBatch(window, ready, true) ?? (opens > ready ? opens : ready), isEstimate }
}

/** The first day of the next usual batch from `day` on; with `isRunning` the day itself, where it lies in one. */
function nextBatch(window: ApplicationWindow, day: string, isRunning = false): string | null {
  if (window.kind !== 'batches' || !window.months) return null
  const [from, to] = window.months
  const month = Number(day.slice(5, 7))
  const isIn = from <= to ? from <= month && month <= to : from <= month || month <= to
  if (isIn && isRunning) return day
  const first = (year: number) => `${year}-${String(from).padStart(2, '0')}-01`
  const here = first(yearOf(day))
  return here >= day ? here : first(yearOf(day) + 1)
}

/** When a certificate may be there for which one applies on the goal's day: at the end of the batch. */
function grantDay(
  { day, isEstimate }: Goal,
  window: ApplicationWindow,
): { day: string; isEstimate: boolean } {
  if (window.kind !== 'batches' || !window.months)
    return { day: addMonths(day, WORK_MONTHS), isEstimate: true }
  const [from, to] = window.months
  const year = yearOf(day) + (from > to && Number(day.slice(5, 7)) >= from ? 1 : 0)
  const next = `${year}-${String(to).padStart(2, '0')}-01`
  return { day: dayBefore(addMonths(next, 1)), isEstimate }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

function isGranting({ granting }: Planner, id: number): boolean {
  return [...granting.values()].some((policy) => policy.id === id)
}

function awardsOf(facts: Facts, { goal, horizon, granting }: Planner): Award[] {
  return RUNGS.flatMap((certificate) => {
    const policy = granting.get(certificate)
    const first = policy && !facts.certificates?.includes(certificate) && goal(policy)
    if (!policy || !first) return []
    const granted = grantDay(first, policy.window)
    return granted.day > horizon ? [] : [{ certificate, goal: first, ...granted }]
  })
}

/** What counts on a day: 符合, still to be had, and with its certificate where that is what is given. */
function countedOn({ policies, counted }: Scene, company: Company): readonly number[] {
  const known = counted.get(company)
  if (known) return known
  const { today, facts } = company
  const ids = policies
    .filter(({ grants, rule, window }) => {
      if (grants && !facts.certificates?.includes(grants)) return false
      return canBeHad(window, today) && statusOf(rule, company) === 'met'
    })
    .map(({ id }) => id)
  counted.set(company, ids)
  return ids
}

interface Event {
  day: string
  isEstimate: boolean
  steps: readonly Step[]
}

/** What happens if everything is done that waits or can be done: the levels, up and down. */
function stagesOf(scene: Scene, goals: readonly Goal[], awards: readonly Award[]): Stage[] {
  const { now, planner, takingsOf } = scene
  const planned: (Event & { id: number | null })[] = [
    ...goals.filter(
      ({ id, status, effort }) => status === 'met' && effort !== 'hard' && !isGranting(planner, id),
    ),
    ...awards
      .filter(({ goal }) => goal.status === 'met' && goal.effort !== 'hard')
      .map(({ certificate, goal, day, isEstimate }) => ({
        id: null,
        day,
        isEstimate,
        steps: [...goal.steps, { kind: 'certificate', certificate, day } as const],
      })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const taken = withoutHarm(scene, planned)
  const days = new Map<string, boolean>()
  for (const { day, isEstimate } of taken) days.set(day, (days.get(day) ?? false) || isEstimate)
  for (const day of changeDays(scene, taken)) if (!days.has(day)) days.set(day, false)
  const stages: Stage[] = []
  let before: readonly number[] = countedOn(scene, planner.at([], now))
  let done: readonly Step[] = []
  stages.push({
    day: now,
    isEstimate: false,
    steps: [],
    gained: before,
    lost: [],
    takings: takingsOf(before, planner.at([], now)),
  })
  for (const [day, isEstimate] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const steps = taken
      .filter((event) => event.day <= day)
      .reduce<Step[]>((all, event) => joinSteps(all, event.steps), [])
    const company = planner.at(steps, day)
    const counted = countedOn(scene, company)
    const fresh = steps.filter((step) => !done.some((each) => stepId(each) === stepId(step)))
    const gained = counted.filter((id) => !before.includes(id))
    const lost = before.filter((id) => !counted.includes(id))
    const takings = takingsOf(counted, company)
    const isSame = isSameMoney(takings.year, stages.at(-1)?.takings.year)
    if (isSame && gained.length + lost.length === 0 && !fresh.some(({ kind }) => kind === 'certificate'))
      continue
    stages.push({
      day,
      isEstimate,
      steps: fresh,
      gained,
      lost: lost.map((id) => ({ id, isOver: isOver(scene, id, day) })),
      takings,
    })
    before = counted
    done = steps
  }
  return stages
}

function isSameMoney(one: Money, other: Money | undefined): boolean {
  return one.min === other?.min && one.max === other?.max
}

function isOver({ policies }: Scene, id: number, day: string): boolean {
  const policy = policies.find((each) => each.id === id)
  return policy !== undefined && !canBeHad(policy.window, day)
}

/** In the order of their days, without what would end something that the company has by then. */
function withoutHarm(scene: Scene, planned: readonly (Event & { id: number | null })[]): Event[] {
  const taken: Event[] = []
  for (const event of planned) {
    const steps = taken.reduce<Step[]>((all, each) => joinSteps(all, each.steps), [])
    const before = countedOn(scene, scene.planner.at(steps, event.day))
    const after = countedOn(scene, scene.planner.at(joinSteps(steps, event.steps), event.day))
    if (before.every((id) => after.includes(id))) taken.push(event)
  }
  return taken
}

/** Days on which something ends or turns by itself: windows, years, and ages. */
function changeDays(scene: Scene, taken: readonly Event[]): string[] {
  const { policies, now, planner } = scene
  const { horizon } = planner
  const within = (day: string) => day > now && day <= horizon
  const ends = policies.flatMap(({ window }) => {
    const end = endOf(window)
    return end === null ? [] : [dayAfter(end)]
  })
  const years = [1, 2, 3].map((years) => `${yearOf(now) + years}-01-01`)
  const allSteps = taken.reduce<Step[]>((all, each) => joinSteps(all, each.steps), [])
  const company = planner.at([], now)
  const counted = [...countedOn(scene, company), ...countedOn(scene, planner.at(allSteps, horizon))]
  const watched = policies.filter(({ id }) => counted.includes(id))
  const ages: string[] = []
  let before = watched.map(({ rule }) => statusOf(rule, company))
  const { birthday } = company
  for (let months = 0; months <= monthsSince(company) + HORIZON_MONTHS + 1; months++) {
    const born = birthday(months)
    if (born === undefined) break
    if (!within(born)) continue
    for (const day of [born, dayAfter(born)]) {
      const older = { ...company, today: day }
      const after = watched.map(({ rule }) => statusOf(rule, older))
      if (after.some((status, at) => status !== before[at])) ages.push(day)
      before = after
    }
  }
  return [...new Set([...ends, ...years, ...ages])].filter(within)
}

function monthsSince({ facts, today }: Company): number {
  if (!facts.founded_on) return 0
  return (yearOf(today) - yearOf(facts.founded_on)) * 12 + 12
}

/** A path with the ids that it opens. */
type Opening = Path & { unlocks: readonly number[] }

interface Path extends Event {
  effort: Effort
  isOpen: boolean
}

/** Paths that are the same are one move; a certificate is one with all that asks for it. */
function movesOf(scene: Scene, goals: readonly Goal[], awards: readonly Award[]): Move[] {
  const { planner } = scene
  const paths = new Map<string, Path>()
  const add = (path: Path) => {
    const key = path.steps.map(stepId).sort().join()
    const there = paths.get(key)
    if (!there || path.day < there.day) paths.set(key, path)
  }
  for (const { certificate, goal, day, isEstimate } of awards) {
    const steps = [...goal.steps, { kind: 'certificate', certificate, day } as const]
    const effort = goal.effort === 'wait' ? 'doable' : goal.effort
    add({ steps, day, isEstimate, effort, isOpen: goal.status === 'unknown' })
  }
  for (const { id, steps, day, isEstimate, effort, status } of goals) {
    const isAsked = steps.some(({ kind }) => kind === 'ask')
    if (!isGranting(planner, id) && !isAsked)
      add({ steps, day, isEstimate, effort, isOpen: status === 'unknown' })
  }
  const cheap = [...paths.values()]
    .map((path) => ({ ...path, unlocks: unlockedBy(path, goals), cost: costOfAll(path.steps) }))
    .sort((a, b) => (b.unlocks.length + 1) / b.cost - (a.unlocks.length + 1) / a.cost)
    .slice(0, MOVES)
  const ranked = cheap
    .map(({ cost, ...path }) => {
      const best = bestGain(scene, path, [])
      return { ...path, ...best, after: [], cost: cost + (pays(path, best) ? 0 : DEARER) }
    })
    .sort(
      (a, b) =>
        sureOf(b) / b.cost - sureOf(a) / a.cost ||
        Number(mostOf(b) > 0) - Number(mostOf(a) > 0) ||
        Number(a.isOpen) - Number(b.isOpen) ||
        mostOf(b) / b.cost - mostOf(a) / a.cost ||
        b.unlocks.length / b.cost - a.unlocks.length / a.cost,
    )
  const told = ranked.filter((move, place) => !ranked.slice(0, place).some((other) => holds(other, move)))
  return told.map(({ cost: _, ...move }, place) => goOn(scene, move, told.slice(0, place)))
}

/** Whether the one takes all steps of the other. */
function holds(one: Event, other: Event): boolean {
  const ids = new Set(one.steps.map(stepId))
  return other.steps.every((step) => ids.has(stepId(step)))
}

/** What is known already of a longer way is not told twice. */
function goOn(scene: Scene, move: Move, before: readonly Move[]): Move {
  const [base] = before.filter((other) => holds(move, other)).sort((a, b) => b.steps.length - a.steps.length)
  if (!base) return move
  return {
    ...move,
    after: base.steps,
    unlocks: move.unlocks.filter((id) => !base.unlocks.includes(id)),
    ...bestGain(scene, move, base.steps),
  }
}

/** Where research costs more than is sure to come of it, the way counts as a hard one. */
const DEARER = 12

function pays({ steps }: Event, best: Pick<Move, 'gain'>): boolean {
  return spendingOf(steps) <= sureOf(best)
}

/** 元 that are sure, and that it may be: every year and once. */
function sureOf({ gain: { year, once } }: Pick<Move, 'gain'>): number {
  return year.min + once.min
}

function mostOf({ gain: { year, once } }: Pick<Move, 'gain'>): number {
  return (year.max ?? year.min) + (once.max ?? once.min)
}

function unlockedBy({ steps, day }: Event, goals: readonly Goal[]): number[] {
  const ids = new Set(steps.map(stepId))
  return goals
    .filter((goal) => goal.day <= day && goal.steps.every((step) => ids.has(stepId(step))))
    .map(({ id }) => id)
}

function bestGain(scene: Scene, path: Opening, after: readonly Step[]): Pick<Move, 'gain' | 'gainFrom'> {
  const { planner, now } = scene
  const januaries = [1, 2, 3].map((years) => `${yearOf(now) + years}-01-01`)
  const days = januaries.filter((day) => day > path.day && day <= planner.horizon)
  let best = { gain: gainOf(scene, path, after, path.day), gainFrom: path.day }
  for (const day of days) {
    const gain = gainOf(scene, path, after, day)
    const more = sureOf({ gain }) - sureOf(best) || mostOf({ gain }) - mostOf(best)
    if (more > 0) best = { gain, gainFrom: day }
  }
  return best
}

function gainOf(
  scene: Scene,
  { steps, unlocks, isOpen }: Opening,
  done: readonly Step[],
  day: string,
): Takings {
  const { policies, planner, takingsOf } = scene
  const without = planner.at(done, day)
  const company = planner.at(steps, day)
  const counted = countedOn(scene, company)
  const before = takingsOf(countedOn(scene, without), without)
  const after = takingsOf(counted, company)
  const open = policies.filter(
    ({ id, rule, window }) =>
      unlocks.includes(id) &&
      !counted.includes(id) &&
      canBeHad(window, day) &&
      statusOf(rule, company) !== 'unmet',
  )
  const most =
    isOpen && open.length > 0 ? takingsOf([...counted, ...open.map(({ id }) => id)], company) : after
  return {
    year: gained(before.year, after.year, most.year),
    once: gained(before.once, after.once, most.once),
  }
}

function gained(before: Money, after: Money, most: Money): Money {
  const min = Math.max(0, after.min - before.min)
  return { min, max: before.max === null || most.max === null ? null : Math.max(min, most.max - before.max) }
}

function rungOf(certificate: Certificate, { facts, planner }: Scene, awards: readonly Award[]): Rung {
  const policy = planner.granting.get(certificate)
  const rung = { certificate, policy: policy?.id ?? null, steps: [] }
  if (facts.certificates?.includes(certificate)) return { ...rung, state: 'held' }
  if (!policy) return { ...rung, state: 'unread' }
  const goal = planner.goal(policy)
  if (!goal) return { ...rung, state: 'out' }
  const award = awards.find((each) => each.certificate === certificate)
  const { day, isEstimate } = award ?? goal
  const { steps } = goal
  const more = { day, isEstimate, isLate: !award, steps }
  if (steps.length === 0) return { ...rung, ...more, state: goal.status === 'met' ? 'now' : 'open' }
  return { ...rung, ...more, state: goal.effort === 'hard' ? 'hard' : 'reachable' }
}
