/** The cards of a tree of conditions, and what mouse and keys do to them. */
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button, Dropdown, InputNumber } from 'antd'
import { createContext, type KeyboardEvent, useContext, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import {
  type Condition,
  type Group,
  isGroup,
  partsOf,
  type Tree,
} from '../../../lib/rules/eligibility/tree.ts'
import { STATUS_WORDS } from '../../../lib/rules/eligibility/verdict.ts'
import { treeWords } from '../../../lib/rules/worth/working.ts'
import { ClauseField, type ClauseSource } from './ClauseField.tsx'
import { ConditionForm } from './ConditionForm.tsx'
import { type FieldProblem, type Lights, placeKey } from './golden.ts'
import { Quiet } from './parts.tsx'
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
  nodeAt,
  nodesOf,
  type Place,
  partsAt,
  placeOfPath,
  removeAt,
  replaceAt,
  unwrapAt,
  wrapAt,
} from './tree-moves.ts'

const KIND_WORDS: Record<GroupKind, string> = { all: '全部满足', any: '满足一项', of: '满足几项' }
const NO_DEEPER = '不能移到那里：条件最多套 6 层，一组也不能移到自己里面'

/** Where something is being written: a node changed, or a new one added to a group. */
export type Writing = { kind: 'node'; place: Place } | { kind: 'new'; parent: Place } | null

/** What all cards of a tree share. */
export interface Desk {
  tree: Tree
  sources: readonly ClauseSource[]
  /** Paths from the tree. */
  problems: readonly FieldProblem[]
  /** What no company guards, in words, by place. */
  unguarded: ReadonlyMap<string, string>
  /** Keys of questions that are taken. */
  taken: readonly string[]
  lights: Lights | null
  writing: Writing
  dragged: Place | null
  write: (writing: Writing) => void
  /** `said`: for who hears what happened; `focus`: where to go on. */
  change: (tree: Tree | null, said: string, focus?: Place) => void
  say: (text: string) => void
}

export const DeskContext = createContext<Desk | null>(null)

function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('outside a tree of rules')
  return desk
}

export function wordsAt(tree: Tree, place: Place): string {
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

export function finishMove(desk: Desk, moved: Moved | null, from: Place): void {
  const words = `“${wordsAt(desk.tree, from)}”`
  if (!moved) {
    desk.say(`${words}没有移动。${NO_DEEPER}`)
    return
  }
  if (
    moved.tree === desk.tree ||
    (isSame(moved.place, from) && JSON.stringify(moved.tree) === JSON.stringify(desk.tree))
  )
    return
  const parent = nodeAt(moved.tree, moved.place.slice(0, -1))
  const where = parent && isGroup(parent) ? `“${parent.clause?.gist ?? groupWords(parent)}”` : '最外层'
  const count = parent ? partsAt(parent).length : 1
  desk.change(
    moved.tree,
    `${words}已移到${where}的第 ${(moved.place.at(-1) ?? 0) + 1} 项，共 ${count} 项`,
    moved.place,
  )
}

const MOVES: Record<string, (tree: Tree, place: Place) => Moved | null> = {
  ArrowUp: (tree, place) => moveAmongSiblings(tree, place, -1),
  ArrowDown: (tree, place) => moveAmongSiblings(tree, place, 1),
  ArrowLeft: moveOut,
  ArrowRight: moveInto,
}

/** The keys of a card: Alt with arrows moves, arrows go on, Enter opens, Delete removes. */
function useCardKeys(place: Place) {
  const desk = useDesk()
  return (event: KeyboardEvent<HTMLElement>) => {
    // A field or a button inside has keys of its own.
    if (event.target !== event.currentTarget) return
    const move = MOVES[event.key]
    if (event.altKey && move) finishMove(desk, move(desk.tree, place), place)
    else if (event.key === 'Enter') desk.write({ kind: 'node', place })
    else if (event.key === 'Delete') removeCard(desk, place)
    else if (!event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const places = nodesOf(desk.tree).map((each) => each.place)
      const next =
        places[places.findIndex((each) => isSame(each, place)) + (event.key === 'ArrowUp' ? -1 : 1)]
      const box = event.currentTarget.closest('.rule-tree')
      if (next) box?.querySelector<HTMLElement>(`[data-place="${placeKey(next)}"]`)?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

function removeCard({ tree, change }: Desk, place: Place): void {
  const own = place.at(-1)
  const focus =
    own === undefined ? undefined : own > 0 ? [...place.slice(0, -1), own - 1] : place.slice(0, -1)
  change(removeAt(tree, place), `“${wordsAt(tree, place)}”已删除，可以撤销`, focus)
}

/** What all cards show around their own: state, marks, the handle and the menu. */
function useCard(place: Place) {
  const desk = useDesk()
  const key = placeKey(place)
  const { setNodeRef, listeners } = useDraggable({ id: key, data: { place }, disabled: place.length === 0 })
  const own = desk.problems.filter(({ path }) => isSame(placeOfPath(desk.tree, path), place))
  const status = desk.lights?.statuses.get(key)
  const isDeciding = desk.lights?.deciding.has(key) ?? false
  const isDragged = desk.dragged !== null && isSame(desk.dragged, place)
  const marks = (
    <>
      {status && (
        <span className={`rule-status rule-status-${status}`}>
          {isDeciding && '决定：'}
          {STATUS_WORDS[status]}
        </span>
      )}
      {desk.unguarded.get(key) && <span className="rule-unguarded">{desk.unguarded.get(key)}</span>}
    </>
  )
  return {
    desk,
    marks,
    problems: own.map(({ message }) => (
      <p key={message} className="rule-problem">
        {message}
      </p>
    )),
    handle: place.length > 0 && (
      <button
        type="button"
        className="rule-handle"
        aria-label={`拖动“${wordsAt(desk.tree, place)}”`}
        tabIndex={-1}
        {...listeners}
      >
        <span aria-hidden="true">⠿</span>
      </button>
    ),
    frame: {
      ref: setNodeRef,
      'data-place': key,
      'data-deciding': isDeciding || undefined,
      'data-dragged': isDragged || undefined,
      tabIndex: 0,
      onKeyDown: useCardKeys(place),
    },
  }
}

function CardMenu({ place }: { place: Place }) {
  const desk = useDesk()
  const { tree } = desk
  const node = nodeAt(tree, place)
  const tell = (moved: Moved | null, words: string) =>
    moved ? desk.change(moved.tree, words, moved.place) : desk.say(NO_DEEPER)
  const move = (key: string, label: string, hint: string) => ({
    key,
    label,
    extra: hint,
    disabled: !MOVES[key]?.(tree, place),
    onClick: () => finishMove(desk, MOVES[key]?.(tree, place) ?? null, place),
  })
  const wrap = (kind: GroupKind) => ({
    key: `wrap-${kind}`,
    label: `放进新的一组：${KIND_WORDS[kind]}`,
    onClick: () => tell(wrapAt(tree, place, kind), `已放进“${KIND_WORDS[kind]}”`),
  })
  const items = [
    move('ArrowUp', '上移', 'Alt+↑'),
    move('ArrowDown', '下移', 'Alt+↓'),
    move('ArrowLeft', '移出这一组', 'Alt+←'),
    move('ArrowRight', '移进旁边的一组', 'Alt+→'),
    { type: 'divider' as const },
    wrap('all'),
    wrap('any'),
    wrap('of'),
    ...(node && isGroup(node)
      ? [
          {
            key: 'unwrap',
            label: '拆开这一组',
            disabled: !unwrapAt(tree, place),
            onClick: () => tell(unwrapAt(tree, place), '这一组已拆开'),
          },
        ]
      : []),
    { type: 'divider' as const },
    { key: 'remove', label: '删除', extra: 'Delete', danger: true, onClick: () => removeCard(desk, place) },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Quiet aria-label={`“${wordsAt(tree, place)}”的操作`}>⋯</Quiet>
    </Dropdown>
  )
}

export function ConditionCard({ condition, place }: { condition: Condition; place: Place }) {
  const { desk, marks, problems, handle, frame } = useCard(place)
  const { writing } = desk
  const sentence = conditionSentence(condition)
  if (writing?.kind === 'node' && isSame(writing.place, place)) {
    return (
      <div className="rule-card rule-writing">
        <ConditionForm
          condition={condition}
          taken={desk.taken.filter((key) => !('ask' in condition && key === condition.key))}
          sources={desk.sources}
          onCancel={() => desk.change(desk.tree, '', place)}
          onDone={(next) =>
            desk.change(replaceAt(desk.tree, place, next), `已改为“${conditionSentence(next)}”`, place)
          }
        />
      </div>
    )
  }
  const computed = condition.clause?.gist && 'fact' in condition ? exactWords(condition) : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card that is moved by keys.
    <div {...frame} className="rule-card" role="group" aria-label={sentence}>
      {handle}
      <div className="rule-text">
        <p>
          {'ask' in condition && <span className="rule-tag">提问</span>}
          {sentence}
        </p>
        {(computed !== '' && computed !== sentence) || condition.clause ? (
          <p className="rule-note">
            {computed !== sentence && computed}
            {condition.clause && <span>〔{condition.clause.article}〕</span>}
          </p>
        ) : null}
        {problems}
      </div>
      <span className="rule-marks">{marks}</span>
      <span className="rule-actions">
        <Quiet aria-label={`修改“${sentence}”`} onClick={() => desk.write({ kind: 'node', place })}>
          修改
        </Quiet>
        <CardMenu place={place} />
      </span>
    </div>
  )
}

/** What is calculated, under the editor's words for it. */
function exactWords({ clause: _, ...condition }: Extract<Condition, { fact: unknown }>): string {
  return conditionSentence(condition as Condition)
}

export function GroupCard({ group, place }: { group: Group; place: Place }) {
  const { desk, marks, problems, handle, frame } = useCard(place)
  const { need, parts } = partsOf(group)
  const kind = kindOf(group)
  const isWriting = desk.writing?.kind === 'node' && isSame(desk.writing.place, place)
  const isAdding = desk.writing?.kind === 'new' && isSame(desk.writing.parent, place)
  const words = group.clause?.gist ?? groupWords(group)
  const setKind = (next: GroupKind, count: number) => {
    const changed = changeKind(desk.tree, place, next, count)
    desk.change(changed, `这一组改为“${wordsAt(changed, place)}”`)
  }
  const add = (node: Tree, said: string) => {
    const added = insertAt(desk.tree, place, parts.length, node)
    desk.change(added.tree, said, added.place)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card that is moved by keys.
    <div {...frame} className="rule-card rule-group" data-kind={kind} role="group" aria-label={words}>
      <div className="rule-group-head">
        {handle}
        <Select
          aria-label={`“${words}”怎样算满足`}
          size="small"
          value={kind}
          options={(Object.keys(KIND_WORDS) as GroupKind[]).map((each) => ({
            value: each,
            label: KIND_WORDS[each],
          }))}
          onChange={(next) => setKind(next, Math.min(2, Math.max(1, parts.length)))}
        />
        {kind === 'of' && (
          <>
            <InputNumber
              controls={false}
              aria-label="至少几项"
              size="small"
              min={1}
              max={Math.max(1, parts.length)}
              value={need}
              onChange={(count) => count && setKind('of', count)}
            />
            <span>/ {parts.length} 项</span>
          </>
        )}
        <span className="rule-text">
          {group.clause?.gist}
          {group.clause && <span className="rule-note">〔{group.clause.article}〕</span>}
        </span>
        <span className="rule-marks">{marks}</span>
        <span className="rule-actions">
          <Quiet
            aria-label={`“${words}”的依据`}
            onClick={() => desk.write(isWriting ? null : { kind: 'node', place })}
          >
            依据
          </Quiet>
          <CardMenu place={place} />
        </span>
      </div>
      {isWriting && <GroupClause group={group} place={place} />}
      {problems}
      <div className="rule-parts">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
          <div key={index}>
            <Slot parent={place} index={index} />
            {isGroup(part) ? (
              <GroupCard group={part} place={[...place, index]} />
            ) : (
              <ConditionCard condition={part} place={[...place, index]} />
            )}
          </div>
        ))}
        <Slot parent={place} index={parts.length} />
        {parts.length === 0 && !isAdding && <p className="rule-note">还没有条件</p>}
        {isAdding ? (
          <div className="rule-card rule-writing">
            <ConditionForm
              condition={undefined}
              taken={desk.taken}
              sources={desk.sources}
              onCancel={() => desk.change(desk.tree, '', place)}
              onDone={(node) => add(node, `已加上“${conditionSentence(node)}”`)}
            />
          </div>
        ) : (
          <p className="rule-add">
            <Button size="small" onClick={() => desk.write({ kind: 'new', parent: place })}>
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
  const desk = useDesk()
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
        desk.change(replaceAt(desk.tree, place, next as Group), '依据已改', place)
      }}
    >
      <ClauseField value={clause} onChange={setClause} sources={desk.sources} />
      <p className="rule-form-end">
        <span className="rule-note">{treeWords({ ...rest, ...(clause && { clause }) } as Group)}</span>
        <Button onClick={() => desk.write(null)}>取消</Button>
        <Button type="primary" htmlType="submit">
          确定
        </Button>
      </p>
    </form>
  )
}

/** The gap before part `index` of a group, where a dragged card can go. */
function Slot({ parent, index }: { parent: Place; index: number }) {
  const { dragged } = useDesk()
  const isInside = dragged !== null && isSame(parent.slice(0, dragged.length), dragged)
  const { setNodeRef, isOver } = useDroppable({
    id: `slot:${placeKey(parent)}:${index}`,
    data: { parent, index },
    disabled: isInside,
  })
  return <div ref={setNodeRef} className="rule-slot" data-over={isOver || undefined} />
}
