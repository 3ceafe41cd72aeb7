/**
 * Asks the server what is new: one page of a browser for all of them, every 5 seconds while a dialogue is open. A page
 * with an open dialogue goes before the others, and one that the person looks at before one in the background.
 */
import { makeBell } from '../../chat/bell.ts'
import { lead } from '../../chat/lead.ts'
import { announce, isAnnounced } from '../../chat/presence.ts'
import { hearChat, tellChat } from './tabs.ts'

const POLL_MS = 5000
const HIDDEN_MS = 30_000
const CLOSED_MS = 60_000

/** How long until the next question (behaviour B7.5: 5 s), as the page is that asks. */
export function pollDelayMs({ isOpen, isVisible }: { isOpen: boolean; isVisible: boolean }): number {
  if (!isOpen) return CLOSED_MS
  return isVisible ? POLL_MS : HIDDEN_MS
}

export interface Poller {
  open: () => void
  close: () => void
  stop: () => void
}

/** @param ask asks once; its failures are its own to handle: the next round comes in any case */
export function poll(name: string, ask: () => Promise<void>): Poller {
  const bell = makeBell()
  const over = new AbortController()
  let withdraw: (() => void) | undefined
  const isOpen = () => withdraw !== undefined
  const turn = lead(`chat-poll:${name}`, async (signal) => {
    while (!signal.aborted) {
      if (!isOpen() && (await isAnnounced(name))) return stepBack()
      await ask()
      await bell.pause(pollDelayMs({ isOpen: isOpen(), isVisible: isVisible() }), signal)
    }
  })

  turn.stand()

  /** Whoever has it open asks more often. */
  function stepBack(): void {
    makeBell()
      .pause(HIDDEN_MS, over.signal)
      .then(() => turn.stand())
  }
  function askHere(): void {
    if (!turn.take()) bell.ring()
  }
  async function hurry(): Promise<void> {
    if (!isVisible()) return
    if (isOpen() || !(await isAnnounced(name))) askHere()
    else tellChat({ kind: 'ask', name })
  }
  const deaf = hearChat((news) => {
    if (news.kind === 'ask' && news.name === name) bell.ring()
  })
  const unlisten = onReturn(hurry)
  return {
    open: () => {
      withdraw ??= announce(name)
      askHere()
    },
    close: () => {
      withdraw?.()
      withdraw = undefined
      bell.ring()
    },
    stop: () => {
      withdraw?.()
      deaf()
      unlisten()
      over.abort()
      turn.stop()
    },
  }
}

function isVisible(): boolean {
  return document.visibilityState !== 'hidden'
}

/** The person is back, or the line is. */
function onReturn(react: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  for (const type of ['focus', 'online', 'pageshow']) addEventListener(type, react, { signal })
  document.addEventListener('visibilitychange', react, { signal })
  return () => end.abort()
}
