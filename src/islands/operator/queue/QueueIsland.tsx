import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { closeDialogue, openDialogue } from '../../../lib/stores/operator/dialogue.ts'
import { $queue, openQueue, readQueueFilter, watchQueue } from '../../../lib/stores/operator/queue.ts'

import { Desk } from '../Desk.tsx'
import { CompanyPane } from './CompanyPane.tsx'
import { Dialogue } from './Dialogue.tsx'
import { QueueList } from './QueueList.tsx'
import '../../parts/conversation/chat.css'
import { isComposing } from '../../kit/is-composing.ts'
import './queue.css'
import './dialogue.css'
import { readNumber, useAddress, useList, usePage } from '../use-address.ts'

const QUEUE = { $state: $queue, open: openQueue }

/** 咨询: who waits, the dialogue, and beside it what there is to know of the company. */
export function QueueIsland() {
  return (
    <Desk title="咨询" isFull>
      <Queue />
    </Desk>
  )
}

function Queue() {
  const [params, change] = useAddress()
  const queue = useStore($queue)
  const id = readNumber(params, 'id')
  const page = usePage($queue)
  const filter = readQueueFilter(params)
  useList(QUEUE, filter)
  useEffect(() => watchQueue(), [])
  useEffect(() => {
    if (id === null) closeDialogue()
    else openDialogue(id)
  }, [id])
  useEffect(() => closeDialogue, [])

  /** The conversation above or below the one that is open. */
  function step(by: 1 | -1) {
    const items = queue.page?.items ?? []
    const at = items.findIndex((item) => item.id === id)
    const next = at < 0 ? items[0] : items[at + by]
    if (next) change({ id: next.id })
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || isComposing(event) || isInDialog(event)) return
      if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp') step(-1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  return (
    <div className={id === null ? 'queue' : 'queue queue-open'}>
      <QueueList filter={filter} page={page} openId={id} onChange={change} />
      <Dialogue onBack={() => change({ id: null })} />
      <CompanyPane />
    </div>
  )
}

/** What is typed there belongs to the conversation that is open. */
function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest('dialog, [role="dialog"]') !== null
}
