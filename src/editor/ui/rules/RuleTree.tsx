/** The conditions of a policy as a tree of cards: moved by mouse or keyboard, each edited in a drawer. */
import { Tree as AntdTree, Button, Dropdown, Tag, type TreeDataNode } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import {
  type Condition,
  type Group,
  isGroup,
  partsOf,
  type Tree,
} from '../../../lib/rules/eligibility/tree.ts'
import { STATUS_WORDS, type Status } from '../../../lib/rules/eligibility/verdict.ts'
import { KIND_WORDS } from './condition-schema.ts'
import { type FieldProblem, placeKey } from './golden.ts'
import { NodeForm } from './NodeForm.tsx'
import { Quiet } from './parts.tsx'
import {
  insertAt,
  isSame,
  kindOf,
  MOVES,
  type Moved,
  moveTo,
  nodeAt,
  nodesOf,
  type Place,
  partsAt,
  placeOfPath,
  removeAt,
  replaceAt,
} from './tree-moves.ts'

const NO_DEEPER = '不能移到那里：条件最多套 6 层，一组也不能移到自己里面'

interface Props {
  tree: Tree | null
  onChange: (tree: Tree | null) => void
  problems?: readonly FieldProblem[]
  /** The status of each place for the chosen company. */
  lights?: ReadonlyMap<string, Status> | null
  label?: string
}

interface Card extends TreeDataNode {
  place: Place
  node: Tree
  children: Card[]
}

const ROOT = 'root'
const keyOf = (place: Place) => placeKey(place) || ROOT

function cardsOf(node: Tree, place: Place = []): Card {
  const children = partsAt(node).map((part, index) => cardsOf(part, [...place, index]))
  return { key: keyOf(place), node, place, children, isLeaf: !isGroup(node) }
}

type Writing = { kind: 'node' | 'new'; place: Place } | null

export function RuleTree({ tree, onChange, label = '申报条件', ...props }: Props) {
  const { problems = [], lights = null } = props
  const [writing, write] = useState<Writing>(null)
  const [said, setSaid] = useState('')
  const [active, setActive] = useState<string | null>(null)
  const shown: Tree = tree ?? { all: [] }
  /** `words`: announced to screen readers; `place`: the next focus. */
  const change = (next: Tree | null, words: string, place: Place = []) => {
    onChange(next)
    setSaid(words)
    write(null)
    setActive(keyOf(place))
  }
  const move = (from: Place, moved: Moved | null) => {
    const words = `“${wordsAt(shown, from)}”`
    if (!moved) return setSaid(`${words}没有移动。${NO_DEEPER}`)
    const home = moved.place.slice(0, -1)
    const count = partsAt(nodeAt(moved.tree, home) ?? moved.tree).length
    const place = `“${wordsAt(moved.tree, home)}”的第 ${(moved.place.at(-1) ?? 0) + 1} 项，共 ${count} 项`
    change(moved.tree, `${words}已移到${place}`, moved.place)
  }
  const add = (node: Tree, place: Place, words: string) => {
    const added = insertAt(tree, place, Number.POSITIVE_INFINITY, node)
    change(added.tree, words, added.place)
  }
  const remove = (place: Place) =>
    change(removeAt(shown, place), `“${wordsAt(shown, place)}”已删除，可以撤销`, place.slice(0, -1))

  /** Alt with arrows moves a card, Enter opens it, Delete removes it; arrows alone belong to the tree. */
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const place = nodesOf(shown).find((each) => keyOf(each.place) === active)?.place
    if (!place || !(event.target as Element).matches('[role=tree]')) return
    const to = MOVES[event.key]
    if (event.altKey && to) move(place, to(shown, place))
    else if (event.key === 'Enter') write({ kind: 'node', place })
    else if (event.key === 'Delete') remove(place)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const menuOf = (place: Place) => [
    ...[
      ['ArrowUp', '上移', 'Alt+↑'],
      ['ArrowDown', '下移', 'Alt+↓'],
      ['ArrowLeft', '移出这一组', 'Alt+←'],
      ['ArrowRight', '移进旁边的一组', 'Alt+→'],
    ].map(([key = '', name, extra]) => {
      const moved = MOVES[key]?.(shown, place) ?? null
      return { key, label: name, extra, disabled: !moved, onClick: () => move(place, moved) }
    }),
    { key: 'remove', label: '删除', extra: 'Delete', danger: true, onClick: () => remove(place) },
  ]
  const draw = ({ node, place }: Card) => {
    const words = wordsAt(shown, place)
    const own = problems.filter(({ path }) => isSame(placeOfPath(shown, path), place))
    const status = lights?.get(placeKey(place))
    return (
      <div className="rule-card">
        {isGroup(node) ? (
          <span className="rule-text">
            <b>{kindWords(node)}</b>
            <span className="editor-note">
              {node.clause?.gist}
              {node.clause && `〔${node.clause.article}〕`}
            </span>
          </span>
        ) : (
          <ConditionText condition={node} />
        )}
        {status && <span className={`rule-status-${status}`}>{STATUS_WORDS[status]}</span>}
        {/* On these buttons, the tree's keys have their own meaning. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys from the tree around it */}
        <span className="rule-ways" onKeyDown={(event) => event.stopPropagation()}>
          {isGroup(node) && (
            <>
              <Button size="small" onClick={() => write({ kind: 'new', place })}>
                加条件
              </Button>
              <Quiet onClick={() => add({ any: [] }, place, '已加上一组“满足一项”')}>加一组</Quiet>
            </>
          )}
          <Quiet aria-label={`修改“${words}”`} onClick={() => write({ kind: 'node', place })}>
            修改
          </Quiet>
          <Dropdown menu={{ items: menuOf(place) }} trigger={['click']}>
            <Quiet aria-label={`“${words}”的操作`}>⋯</Quiet>
          </Dropdown>
        </span>
        {own.map(({ message }) => (
          <p key={message} className="editor-wrong">
            {message}
          </p>
        ))}
      </div>
    )
  }

  const written = writing && nodeAt(shown, writing.place)
  const isNew = writing?.kind === 'new'
  return (
    <section className="rule-tree" aria-label={label} onKeyDownCapture={press}>
      <AntdTree<Card>
        blockNode
        selectable={false}
        aria-label={label}
        switcherIcon={null}
        treeData={[cardsOf(shown)]}
        // Everything is expanded, because a hidden group cannot receive a condition.
        expandedKeys={nodesOf(shown).map(({ place }) => keyOf(place))}
        activeKey={active}
        onActiveChange={(key) => setActive(key === null ? null : String(key))}
        onClick={(_, { key }) => setActive(String(key))}
        titleRender={draw}
        draggable={{ icon: false, nodeDraggable: (card) => (card as Card).place.length > 0 }}
        allowDrop={({ dragNode, dropNode, dropPosition }) =>
          dropAt(shown, dragNode, dropNode, dropPosition) !== null
        }
        onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
          const side = dropToGap ? dropPosition - (node.place.at(-1) ?? 0) : 0
          move(dragNode.place, dropAt(shown, dragNode, node, side))
        }}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {writing && written && (
        <NodeForm
          node={isNew ? undefined : written}
          onCancel={() => write(null)}
          onDone={(next) =>
            isNew
              ? add(next, writing.place, `已加上“${wordsAt(next, [])}”`)
              : change(replaceAt(shown, writing.place, next), `已改为“${wordsAt(next, [])}”`, writing.place)
          }
        />
      )}
    </section>
  )
}

function dropAt(tree: Tree, dragged: Card, { place }: Card, side: number): Moved | null {
  if (side === 0) return moveTo(tree, dragged.place, place, 0)
  if (place.length === 0) return null
  return moveTo(tree, dragged.place, place.slice(0, -1), (place.at(-1) ?? 0) + (side > 0 ? 1 : 0))
}

function wordsAt(tree: Tree, place: Place): string {
  const node = nodeAt(tree, place)
  if (!node || !isGroup(node)) return node ? sentenceOf(node) : ''
  return node.clause?.gist ?? kindWords(node)
}

function kindWords(group: Group): string {
  const kind = kindOf(group)
  return kind === 'of' ? `满足其中 ${partsOf(group).need} 项` : KIND_WORDS[kind]
}

/** Returns the editor's gist, or the portal's words. An unknown fact is shown as written. */
function sentenceOf(condition: Condition): string {
  try {
    return condition.clause?.gist ?? conditionWords(condition)
  } catch {
    return 'fact' in condition ? `${condition.fact} ${condition.op}` : ''
  }
}

function ConditionText({ condition }: { condition: Condition }) {
  const sentence = sentenceOf(condition)
  const { clause, ...bare } = condition
  const computed = clause?.gist && 'fact' in bare ? sentenceOf(bare as Condition) : sentence
  return (
    <span className="rule-text">
      {'ask' in condition && <Tag>提问</Tag>}
      {sentence}
      <span className="editor-note">
        {computed !== sentence && computed}
        {clause && `〔${clause.article}〕`}
      </span>
    </span>
  )
}
