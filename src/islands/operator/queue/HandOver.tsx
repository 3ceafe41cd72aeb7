import { useStore } from '@nanostores/react'
import { Button, Select } from 'antd'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import type { OpenConversation } from '../../../lib/stores/operator/dialogue.ts'
import { handOver } from '../../../lib/stores/operator/hand-over.ts'
import { showToast } from '../../kit/toast.ts'

const NOBODY = 0

interface Props {
  conversation: OpenConversation
  /** The button that did it is gone. */
  onTaken: () => void
}

/** Who takes care of the conversation: to be taken, or handed to a colleague. */
export function HandOver({ conversation: { id, assigned, operators }, onTaken }: Props) {
  const desk = useStore($desk)
  const me = desk.status === 'operator' ? desk.id : NOBODY
  const options = [
    { value: NOBODY, label: '无人负责' },
    ...(assigned && !operators.some(({ id }) => id === assigned.id)
      ? [{ value: assigned.id, label: assigned.name, disabled: true }]
      : []),
    ...operators.map((operator) => ({
      value: operator.id,
      label: operator.id === me ? `${operator.name}（我）` : operator.name,
    })),
  ]

  async function give(to: number) {
    const problem = await handOver(id, assigned?.id ?? null, to === NOBODY ? null : to)
    if (problem) return showToast(problem, 'error')
    showToast(to === NOBODY ? '已改为无人负责' : to === me ? '已由您负责' : '已转交')
  }

  async function take() {
    await give(me)
    onTaken()
  }

  return (
    <div className="hand-over">
      {assigned?.id !== me && <Button onClick={take}>由我负责</Button>}
      <Select
        aria-label="负责人，选择同事即转交"
        options={options}
        value={assigned?.id ?? NOBODY}
        popupMatchSelectWidth={false}
        onChange={give}
      />
    </div>
  )
}
