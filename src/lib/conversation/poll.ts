/**
 * Asks the server what is new: one page of a browser for all of them, every 5 seconds while a dialogue is open. A page
 * with an open dialogue goes before the others, and one that the person looks at before one in the background.
 */
import { MINUTE_MS } from '../rules/time/durations.ts'
import { announce, electLeader, isAnnounced } from './leader-tab.ts'
import { createSleeper } from './sleeper.ts'
import { onDialogueEvent, sendDialogueEvent } from './tabs.ts'

const POLL_MS = 5000
const HIDDEN_MS = 30_000
const CLOSED_MS = MINUTE_MS

/** How long until the next question (behaviour B7.5: 5 s), as the page is that asks. */
export function pollDelayMs({ isOpen, isVisible }: { isOpen: boolean; isVisible: boolean }): number {
  if (!isOpen) return CLOSED_MS
  return isVisible ? POLL_MS : HIDDEN_MS
}

interface Poller {
  open: () => void
  close: () => void
  stop: () => void
}

/** @param ask asks once; its failures are its own to handle: the next round comes in any case */
export function poll(name: string, ask: () => Promise<void>): Poller {
  const sleeper = createSleeper()
  const over = new AbortController()
  let withdraw: (() => void) | undefined
  const isOpen = () => withdraw !== undefined
  const candidate = electLeader(`chat-poll:${name}`, async (signal) => {
    while (!signal.aborted) {
      if (!isOpen() && (await isAnnounced(name))) return stepBack()
      await ask()
      await sleeper.sleep(pollDelayMs({ isOpen: isOpen(), isVisible: isVisible() }), signal)
    }
  })

  candidate.queueUp()

  /** Whoever has it open asks more often. */
  function stepBack(): void {
    createSleeper()
      .sleep(HIDDEN_MS, over.signal)
      .then(() => candidate.queueUp())
  }
  function askHere(): void {
    if (!candidate.claim()) sleeper.wake()
  }
  async function hurry(): Promise<void> {
    if (!isVisible()) return
    if (isOpen() || !(await isAnnounced(name))) askHere()
    else sendDialogueEvent({ kind: 'ask', name })
  }
  const unsubscribe = onDialogueEvent((event) => {
    if (event.kind === 'ask' && event.name === name) sleeper.wake()
  })
  const stopListening = onComeback(hurry)
  return {
    open: () => {
      withdraw ??= announce(name)
      askHere()
    },
    close: () => {
      withdraw?.()
      withdraw = undefined
      sleeper.wake()
    },
    stop: () => {
      withdraw?.()
      unsubscribe()
      stopListening()
      over.abort()
      candidate.stop()
    },
  }
}

function isVisible(): boolean {
  return document.visibilityState !== 'hidden'
}

/** The person is back, or the network is. */
function onComeback(react: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  for (const type of ['focus', 'online', 'pageshow']) addEventListener(type, react, { signal })
  document.addEventListener('visibilitychange', react, { signal })
  return () => end.abort()
}
