/** The conditions of a policy as nested cards, moved by mouse and keys. */
import { Button, Dropdown, InputNumber, Tag } from 'antd'
import {
  createContext,
  type DragEvent,
  type KeyboardEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import {
  asksOf,
  type Condition,
  type Group,
  isGroup,
  partsOf,
  type Tree,
} from '../../../lib/rules/eligibility/tree.ts'
import { STATUS_WORDS } from '../../../lib/rules/eligibility/verdict.ts'
import { ClauseField, type ClauseSource } from './ClauseField.tsx'
import { ConditionForm } from './ConditionForm.tsx'
import { type FieldProblem, type Lights, placeKey } from './golden.ts'
import { FormEnd, Quiet } from './parts.tsx'
import {
  changeKind,
  type GroupKind,
  insertAt,
  isSame,
  kindOf,
  type Moved,
  moveAmongSiblings,
  moveInto,
  moveOut,
  moveTo,
  nodeAt,
  nodesOf,
  type Place,
  partsAt,
  placeOfPath,
  removeAt,
  replaceAt,
} from './tree-moves.ts'

const KIND_WORDS: Record<GroupKind, string> = { all: '全部满足', any: '满足一项', of: '满足几项' }
const NO_DEEPER = '不能移到那里：条件最多套 6 层，一组也不能移到自己里面'

interface Props {
  tree: Tree | null
  onChange: (tree: Tree | null) => void
  sources: readonly ClauseSource[]
  /** Paths from the tree. */
  problems?: readonly FieldProblem[]
  lights?: Lights | null
  /** What no company guards, in words, by place. */
  unguarded?: ReadonlyMap<string, string>
  /** Keys of questions elsewhere in the policy. */
  taken?: readonly string[]
  label?: string
}

/** Where something is being written: a node changed, or a new one added to a group. */
type Writing = { kind: 'node' | 'new'; place: Place } | null
type Drop = { parent: Place; index: number }

/** What all cards of a tree share. */
interface Scope extends Required<Omit<Props, 'tree' | 'onChange' | 'label'>> {
  tree: Tree
  writing: Writing
  /** Where the dragged card would go. */
  drop: Drop | null
  write: (writing: Writing) => void
  /** `said`: for who hears what happened; `focus`: where to go on. */
  change: (tree: Tree | null, said: string, focus?: Place) => void
  move: (from: Place, moved: Moved | null) => void
  drag: (from: Place | null, to: Drop | null, isDropped?: boolean) => void
}

const TreeScope = createContext<Scope | null>(null)

function useScope(): Scope {
  const scope = useContext(TreeScope)
  if (!scope) throw new Error('outside a tree of rules')
  return scope
}

const NOTHING: ReadonlyMap<string, string> = new Map()

export function RuleTree({ tree, onChange, label = '申报条件', ...props }: Props) {
  const { sources, problems = [], lights = null, unguarded = NOTHING, taken = [] } = props
  const [writing, write] = useState<Writing>(null)
  const [said, setSaid] = useState('')
  const [drop, setDrop] = useState<Drop | null>(null)
  const [focus, setFocus] = useState<Place | null>(null)
  const dragged = useRef<Place | null>(null)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!focus) return
    box.current?.querySelector<HTMLElement>(`[data-place="${placeKey(focus)}"]`)?.focus()
    setFocus(null)
  }, [focus])

  const shown: Tree = tree ?? { all: [] }
  const change = (next: Tree | null, words: string, place?: Place) => {
    if (next !== shown) onChange(next)
    setSaid(words)
    write(null)
    if (place) setFocus(place)
  }
  const scope: Scope = {
    ...{ tree: shown, lights, writing, drop, sources, problems, unguarded, write, change },
    taken: [...taken, ...asksOf(shown).map(({ key }) => key)],
    move: (from, moved) => {
      const words = `“${wordsAt(shown, from)}”`
      if (!moved) return setSaid(`${words}没有移动。${NO_DEEPER}`)
      if (JSON.stringify(moved.tree) === JSON.stringify(shown)) return
      const parent = nodeAt(moved.tree, moved.place.slice(0, -1))
      const where = parent && isGroup(parent) ? `“${parent.clause?.gist ?? groupWords(parent)}”` : '最外层'
      const count = parent ? partsAt(parent).length : 1
      const place = `${where}的第 ${(moved.place.at(-1) ?? 0) + 1} 项，共 ${count} 项`
      change(moved.tree, `${words}已移到${place}`, moved.place)
    },
    drag: (from, to, isDropped = false) => {
      dragged.current = from ?? dragged.current
      if (isDropped && to && dragged.current) {
        scope.move(dragged.current, moveTo(shown, dragged.current, to.parent, to.index))
      }
      if (isDropped) dragged.current = null
      setDrop(isDropped || !dragged.current ? null : to)
    },
  }
  return (
    <TreeScope value={scope}>
      <section
        ref={box}
        className="rule-tree"
        aria-label={label}
        onDragEnd={() => scope.drag(null, null, true)}
      >
        <Node node={shown} place={[]} />
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </section>
    </TreeScope>
  )
}

function Node({ node, place }: { node: Tree; place: Place }) {
  return isGroup(node) ? (
    <GroupCard group={node} place={place} />
  ) : (
    <ConditionCard condition={node} place={place} />
  )
}

function wordsAt(tree: Tree, place: Place): string {
  const node = nodeAt(tree, place)
  if (!node) return ''
  return isGroup(node) ? (node.clause?.gist ?? groupWords(node)) : conditionSentence(node)
}

function groupWords(group: Group): string {
  const kind = kindOf(group)
  return kind === 'of' ? `满足其中 ${partsOf(group).need} 项` : KIND_WORDS[kind]
}

/** The editor's own words, or those that the portal has. A fact that is not known any more is named as written. */
function conditionSentence(condition: Condition): string {
  try {
    return condition.clause?.gist ?? conditionWords(condition)
  } catch {
    return 'fact' in condition ? `${condition.fact} ${condition.op}` : ''
  }
}

const MOVES: Record<string, (tree: Tree, place: Place) => Moved | null> = {
  ArrowUp: (tree, place) => moveAmongSiblings(tree, place, -1),
  ArrowDown: (tree, place) => moveAmongSiblings(tree, place, 1),
  ArrowLeft: moveOut,
  ArrowRight: moveInto,
}

function remove({ tree, change }: Scope, place: Place): void {
  const own = place.at(-1)
  const focus =
    own === undefined ? undefined : own > 0 ? [...place.slice(0, -1), own - 1] : place.slice(0, -1)
  change(removeAt(tree, place), `“${wordsAt(tree, place)}”已删除，可以撤销`, focus)
}

/** The keys of a card: Alt with arrows moves, arrows go on, Enter opens, Delete removes. */
function press(scope: Scope, place: Place, event: KeyboardEvent<HTMLElement>): void {
  // A field or a button inside has keys of its own.
  if (event.target !== event.currentTarget) return
  const { tree } = scope
  const move = MOVES[event.key]
  if (event.altKey && move) scope.move(place, move(tree, place))
  else if (event.key === 'Enter') scope.write({ kind: 'node', place })
  else if (event.key === 'Delete') remove(scope, place)
  else if (!event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    const places = nodesOf(tree).map((each) => each.place)
    const next = places[places.findIndex((each) => isSame(each, place)) + (event.key === 'ArrowUp' ? -1 : 1)]
    const box = event.currentTarget.closest('.rule-tree')
    if (next) box?.querySelector<HTMLElement>(`[data-place="${placeKey(next)}"]`)?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

const HEAD_HEIGHT = 48

/** Before or behind a condition; before a group over its head, else at its end. */
function dropAt(event: DragEvent<HTMLElement>, place: Place, parts: number | null): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const isBefore = event.clientY < top + Math.min(height, HEAD_HEIGHT) / 2
  if (parts !== null && (place.length === 0 || !isBefore)) return { parent: place, index: parts }
  return { parent: place.slice(0, -1), index: (place.at(-1) ?? 0) + (isBefore ? 0 : 1) }
}

/** What all cards show around their own: state, marks, the handle and the menu. */
function useCard(place: Place, parts: number | null) {
  const scope = useScope()
  const { tree, drop } = scope
  const key = placeKey(place)
  const words = wordsAt(tree, place)
  const status = scope.lights?.statuses.get(key)
  const isDeciding = scope.lights?.deciding.has(key) ?? false
  const isTarget = drop !== null && isSame(drop.parent, place.slice(0, -1)) && place.length > 0
  const side = isTarget && { [place.at(-1) ?? 0]: 'before', [(place.at(-1) ?? 0) + 1]: 'after' }[drop.index]
  const over = (isDropped: boolean) => (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    scope.drag(null, dropAt(event, place, parts), isDropped)
  }
  return {
    scope,
    marks: (
      <span className="rule-marks">
        {status && (
          <span className={`rule-status-${status}`}>
            {isDeciding && '决定：'}
            {STATUS_WORDS[status]}
          </span>
        )}
        {scope.unguarded.get(key) && <span className="rule-unguarded">{scope.unguarded.get(key)}</span>}
      </span>
    ),
    problems: scope.problems
      .filter(({ path }) => isSame(placeOfPath(tree, path), place))
      .map(({ message }) => (
        <p key={message} className="rule-problem">
          {message}
        </p>
      )),
    handle: place.length > 0 && (
      <button
        type="button"
        className="rule-handle"
        draggable
        aria-label={`拖动“${words}”`}
        tabIndex={-1}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', words)
          const card = event.currentTarget.closest('.rule-card')
          if (card) event.dataTransfer.setDragImage(card, 12, 12)
          scope.drag(place, null)
        }}
      >
        <span aria-hidden="true">⠿</span>
      </button>
    ),
    frame: {
      'data-place': key,
      'data-deciding': isDeciding || undefined,
      'data-drop': side || undefined,
      tabIndex: 0,
      role: 'group',
      'aria-label': words,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(scope, place, event),
      onDragOver: over(false),
      onDrop: over(true),
    },
  }
}

function CardMenu({ place }: { place: Place }) {
  const scope = useScope()
  const move = (key: string, label: string, hint: string) => ({
    key,
    label,
    extra: hint,
    disabled: !MOVES[key]?.(scope.tree, place),
    onClick: () => scope.move(place, MOVES[key]?.(scope.tree, place) ?? null),
  })
  const items = [
    move('ArrowUp', '上移', 'Alt+↑'),
    move('ArrowDown', '下移', 'Alt+↓'),
    move('ArrowLeft', '移出这一组', 'Alt+←'),
    move('ArrowRight', '移进旁边的一组', 'Alt+→'),
    { key: 'remove', label: '删除', extra: 'Delete', danger: true, onClick: () => remove(scope, place) },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Quiet aria-label={`“${wordsAt(scope.tree, place)}”的操作`}>⋯</Quiet>
    </Dropdown>
  )
}

function ConditionCard({ condition, place }: { condition: Condition; place: Place }) {
  const { scope, marks, problems, handle, frame } = useCard(place, null)
  const sentence = conditionSentence(condition)
  if (scope.writing?.kind === 'node' && isSame(scope.writing.place, place)) {
    return (
      <div className="rule-card rule-writing">
        <ConditionForm
          condition={condition}
          taken={scope.taken.filter((key) => !('ask' in condition && key === condition.key))}
          sources={scope.sources}
          onCancel={() => scope.change(scope.tree, '', place)}
          onDone={(next) =>
            scope.change(replaceAt(scope.tree, place, next), `已改为“${conditionSentence(next)}”`, place)
          }
        />
      </div>
    )
  }
  const { clause, ...bare } = condition
  // What is calculated, under the editor's words for it.
  const computed = clause?.gist && 'fact' in bare ? conditionSentence(bare as Condition) : sentence
  return (
    <div {...frame} className="rule-card">
      {handle}
      <div className="rule-text">
        <p>
          {'ask' in condition && <Tag>提问</Tag>}
          {sentence}
        </p>
        {(computed !== sentence || clause) && (
          <p className="rule-note">
            {computed !== sentence && computed}
            {clause && `〔${clause.article}〕`}
          </p>
        )}
        {problems}
      </div>
      {marks}
      <Quiet aria-label={`修改“${sentence}”`} onClick={() => scope.write({ kind: 'node', place })}>
        修改
      </Quiet>
      <CardMenu place={place} />
    </div>
  )
}

function GroupCard({ group, place }: { group: Group; place: Place }) {
  const { need, parts } = partsOf(group)
  const { scope, marks, problems, handle, frame } = useCard(place, parts.length)
  const { tree, writing, change, write } = scope
  const kind = kindOf(group)
  const isHere = (of: 'node' | 'new') => writing?.kind === of && isSame(writing.place, place)
  const words = frame['aria-label']
  const setKind = (next: GroupKind, count: number) => {
    const changed = changeKind(tree, place, next, count)
    change(changed, `这一组改为“${wordsAt(changed, place)}”`)
  }
  const add = (node: Tree, said: string) => {
    const added = insertAt(tree, place, parts.length, node)
    change(added.tree, said, added.place)
  }
  return (
    <div {...frame} className="rule-card rule-group" data-kind={kind}>
      <div className="rule-head">
        {handle}
        <Select
          aria-label={`“${words}”怎样算满足`}
          size="small"
          value={kind}
          options={(Object.keys(KIND_WORDS) as GroupKind[]).map((each) => ({
            ...{ value: each, label: KIND_WORDS[each] },
          }))}
          onChange={(next) => setKind(next, Math.min(2, Math.max(1, parts.length)))}
        />
        {kind === 'of' && (
          <InputNumber
            controls={false}
            aria-label="至少几项"
            size="small"
            min={1}
            max={Math.max(1, parts.length)}
            suffix={`/ ${parts.length} 项`}
            value={need}
            onChange={(count) => count && setKind('of', count)}
          />
        )}
        <span className="rule-text">
          {group.clause?.gist}
          {group.clause && <span className="rule-note">〔{group.clause.article}〕</span>}
        </span>
        {marks}
        <Quiet
          aria-label={`“${words}”的依据`}
          onClick={() => write(isHere('node') ? null : { kind: 'node', place })}
        >
          依据
        </Quiet>
        <CardMenu place={place} />
      </div>
      {isHere('node') && <GroupClause group={group} place={place} />}
      {problems}
      <div className="rule-parts">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
          <Node key={index} node={part} place={[...place, index]} />
        ))}
        {parts.length === 0 && !isHere('new') && <p className="rule-note">还没有条件</p>}
        {isHere('new') ? (
          <div className="rule-card rule-writing">
            <ConditionForm
              condition={undefined}
              taken={scope.taken}
              sources={scope.sources}
              onCancel={() => change(tree, '', place)}
              onDone={(node) => add(node, `已加上“${conditionSentence(node)}”`)}
            />
          </div>
        ) : (
          <p className="rule-fields">
            <Button size="small" onClick={() => write({ kind: 'new', place })}>
              加条件
            </Button>
            <Quiet onClick={() => add({ any: [] }, '已加上一组“满足一项”')}>加一组</Quiet>
          </p>
        )}
      </div>
    </div>
  )
}

function GroupClause({ group, place }: { group: Group; place: Place }) {
  const scope = useScope()
  const [clause, setClause] = useState(group.clause)
  const { clause: _, ...rest } = group
  return (
    <form
      className="rule-form"
      aria-label="这一组的依据"
      onKeyDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault()
        const next = clause && clause.article !== '' ? { ...rest, clause } : rest
        scope.change(replaceAt(scope.tree, place, next as Group), '依据已改', place)
      }}
    >
      <ClauseField value={clause} onChange={setClause} sources={scope.sources} />
      <FormEnd onCancel={() => scope.write(null)} problem={null} />
    </form>
  )
}
