import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useEffect, useRef, useState } from 'react'
import { asksOf, isGroup, type Tree } from '../../../lib/rules/eligibility/tree.ts'
import type { ClauseSource } from './ClauseField.tsx'
import { type FieldProblem, type Lights, placeKey } from './golden.ts'
import {
  ConditionCard,
  type Desk,
  DeskContext,
  finishMove,
  GroupCard,
  type Writing,
  wordsAt,
} from './RuleCards.tsx'
import { moveTo, type Place } from './tree-moves.ts'

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

/** The conditions of a policy as nested cards, moved by mouse, touch and keys. */
export function RuleTree({
  tree,
  onChange,
  sources,
  problems = [],
  lights = null,
  unguarded = new Map(),
  taken = [],
  label = '申报条件',
}: Props) {
  const [writing, setWriting] = useState<Writing>(null)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<Place | null>(null)
  const [focus, setFocus] = useState<Place | null>(null)
  const box = useRef<HTMLElement>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  useEffect(() => {
    if (!focus) return
    box.current?.querySelector<HTMLElement>(`[data-place="${placeKey(focus)}"]`)?.focus()
    setFocus(null)
  }, [focus])

  const shown: Tree = tree ?? { all: [] }
  const desk: Desk = {
    ...{ tree: shown, lights, writing, dragged, sources, problems, unguarded },
    taken: [...taken, ...asksOf(shown).map(({ key }) => key)],
    write: setWriting,
    say: setSaid,
    change: (next, words, place) => {
      onChange(next)
      setSaid(words)
      setWriting(null)
      if (place) setFocus(place)
    },
  }
  return (
    <DeskContext value={desk}>
      <section ref={box} className="rule-tree" aria-label={label}>
        <DndContext
          sensors={sensors}
          collisionDetection={nearestSlot}
          accessibility={{
            screenReaderInstructions: { draggable: '用 Alt 加方向键移动' },
            announcements: SILENT,
          }}
          onDragStart={({ active }) => setDragged(active.data.current?.['place'] as Place)}
          onDragCancel={() => setDragged(null)}
          onDragEnd={({ over }) => {
            setDragged(null)
            const target = over?.data.current as { parent: Place; index: number } | undefined
            if (!dragged || !target) return
            finishMove(desk, moveTo(shown, dragged, target.parent, target.index), dragged)
          }}
        >
          {isGroup(shown) ? (
            <GroupCard group={shown} place={[]} />
          ) : (
            <ConditionCard condition={shown} place={[]} />
          )}
          <DragOverlay dropAnimation={null}>
            {dragged && <div className="rule-card rule-dragged">{wordsAt(shown, dragged)}</div>}
          </DragOverlay>
        </DndContext>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </section>
    </DeskContext>
  )
}

const none = () => undefined
/** The tree says itself what was moved where. */
const SILENT = { onDragStart: none, onDragOver: none, onDragEnd: none, onDragCancel: none }

/** Of the gaps between cards the one nearest to the pointer; of equal ones the inner one. */
const nearestSlot: CollisionDetection = ({ droppableContainers, droppableRects, pointerCoordinates }) => {
  if (!pointerCoordinates) return []
  const { x, y } = pointerCoordinates
  const distances = droppableContainers.flatMap(({ id }) => {
    const rect = droppableRects.get(id)
    if (!rect) return []
    const across = Math.max(rect.left - x, 0, x - rect.right)
    return [{ id, value: Math.abs(rect.top + rect.height / 2 - y) + across * 2 - rect.left / 100 }]
  })
  const [nearest] = distances.sort((one, other) => one.value - other.value)
  return nearest ? [{ id: nearest.id }] : []
}
