import { useStore } from '@nanostores/react'
import type { Dialogue } from '../../../lib/conversation/dialogue.ts'
import { $isRead } from '../../../lib/stores/chat/dialogue.ts'
import { Announcer } from './Announcer.tsx'

/** Tells what is new in a dialogue, also while something else is shown in its place. */
export function DialogueNews({ dialogue }: { dialogue: Dialogue }) {
  const { status } = useStore(dialogue.$state)
  const lines = useStore(dialogue.$lines)
  const isOutboxRead = useStore($isRead)
  return <Announcer lines={lines} isReady={status === 'ready' && isOutboxRead} />
}
