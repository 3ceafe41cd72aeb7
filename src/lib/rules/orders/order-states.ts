/** The states of orders and other applications, and which side may change them (behaviour B11.1). */

export const ORDER_KINDS = ['application', 'loan', 'provider', 'company'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export const KIND_NAMES: Readonly<Record<OrderKind, string>> = {
  application: '政策申报',
  loan: '贷款申请',
  provider: '服务商入驻',
  company: '企业档案',
}

/** In the order of a successful application; the three other ends last. */
export const ORDER_STATES = [
  'draft',
  'submitted',
  'reviewing',
  'more-needed',
  'approved',
  'publicity',
  'paid',
  'rejected',
  'withdrawn',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Also for another company's order: a caller must not learn that it exists (behaviour B4.4). */
export const ORDER_NOT_FOUND = '没有找到这份申请'

export type OrderActor = 'company' | 'operator'

const NAMES: Readonly<Record<OrderState, string>> = {
  draft: '草稿',
  submitted: '已提交',
  reviewing: '审核中',
  'more-needed': '待补充材料',
  approved: '审核通过',
  publicity: '公示中',
  paid: '已兑现',
  rejected: '未通过',
  withdrawn: '已撤回',
}

type Moves = Readonly<Record<OrderState, Readonly<Record<OrderActor, readonly OrderState[]>>>>

const END = { company: [], operator: [] } as const

const APPLICATION_MOVES: Moves = {
  draft: { company: ['submitted', 'withdrawn'], operator: [] },
  submitted: { company: ['withdrawn'], operator: ['reviewing'] },
  reviewing: { company: ['withdrawn'], operator: ['more-needed', 'approved', 'rejected'] },
  // The operators reject an application without an answer.
  'more-needed': { company: ['submitted', 'withdrawn'], operator: ['rejected'] },
  approved: { company: [], operator: ['publicity'] },
  // An objection during the publicity period may succeed.
  publicity: { company: [], operator: ['paid', 'rejected'] },
  paid: END,
  rejected: END,
  withdrawn: END,
}

/** Other applications have no draft on the server, may be decided at once, and end with the decision. */
const ADDITIONAL_MOVES: Moves = {
  ...APPLICATION_MOVES,
  draft: END,
  submitted: { company: ['withdrawn'], operator: ['reviewing', 'more-needed', 'approved', 'rejected'] },
  approved: END,
  publicity: END,
}

export function nextStates(kind: OrderKind, state: OrderState, actor: OrderActor): readonly OrderState[] {
  return (kind === 'application' ? APPLICATION_MOVES : ADDITIONAL_MOVES)[state][actor]
}

export function stepsAhead(kind: OrderKind, state: OrderState): readonly OrderState[] {
  const path: readonly OrderState[] = ['submitted', 'reviewing', 'approved', 'publicity', 'paid']
  const way = kind === 'application' ? path : path.slice(0, 3)
  if (state === 'draft' || state === 'more-needed') return state === 'draft' ? way : way.slice(0, 3)
  const at = way.indexOf(state)
  return at < 0 ? [] : way.slice(at + 1)
}

export function isFinal(kind: OrderKind, state: OrderState): boolean {
  return [...nextStates(kind, state, 'company'), ...nextStates(kind, state, 'operator')].length === 0
}

export function stateName(state: OrderState): string {
  return NAMES[state]
}

/** The states in which the company may still change its files. */
export const OPEN_TO_FILES = ['draft', 'submitted', 'more-needed'] as const satisfies readonly OrderState[]

interface Event {
  state: OrderState
  note: string
}

/** Returns the event that led to the present state; later ones did not change it. @param events oldest first */
export function enteredBy<E extends Event>(events: readonly E[]): E | undefined {
  const state = events.at(-1)?.state
  return events[events.findLastIndex((event) => event.state !== state) + 1]
}
