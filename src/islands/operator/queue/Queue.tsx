import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { closeDialogue, openDialogue } from '../../../lib/stores/operator/dialogue.ts'
import { readId } from '../../../lib/stores/operator/list.ts'
import { queue } from '../../../lib/stores/operator/lists.ts'
import { useShortcut } from '../shortcuts.tsx'
import { CompanyPane } from './CompanyPane.tsx'
import { Dialogue } from './Dialogue.tsx'
import { QueueList } from './QueueList.tsx'
import '../../parts/conversation/chat.css'
import './queue.css'
import { useAddress, useList } from '../use-address.ts'

const RHYTHM = { shownMs: 5000, hiddenMs: 30_000 }

/** 咨询: the queue, the dialogue, and the facts about the company. */
export function Queue() {
  const [params, change] = useAddress()
  const { page } = useStore(queue.$state)
  const id = readId(params) ?? null
  const filter = queue.readFilter(params)
  useList(queue, filter)
  useEffect(() => queue.watch(RHYTHM), [])
  useEffect(() => {
    if (id === null) closeDialogue()
    else openDialogue(id)
  }, [id])
  useEffect(() => closeDialogue, [])

  function step(by: 1 | -1) {
    const items = page?.items ?? []
    const at = items.findIndex((item) => item.id === id)
    const next = at < 0 ? items[0] : items[at + by]
    if (next) change({ id: next.id })
  }

  useShortcut('next', () => step(1))
  useShortcut('previous', () => step(-1))

  return (
    <div className={id === null ? 'queue' : 'queue queue-open'}>
      <QueueList filter={filter} openId={id} onChange={change} />
      <Dialogue onBack={() => change({ id: null })} />
      <CompanyPane />
    </div>
  )
}
