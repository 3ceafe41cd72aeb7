/**
 * Asks the server what is new: one page of a browser for all of them, every 5 seconds while a dialogue is open. A page
 * with an open dialogue goes before the others, and one that the person looks at before one in the background. Where an
 * event stream comes through, the server says when to ask, and the questions rest.
 */
import { CHAT_BEAT_MS } from '../contract/chat/chat.ts'
import { MINUTE_MS } from '../rules/time/durations.ts'
import { announce, electLeader, isAnnounced } from './leader-tab.ts'
import { createSleeper } from './sleeper.ts'
import { onDialogueEvent, sendDialogueEvent } from './tabs.ts'

const POLL_MS = 5000
const HIDDEN_MS = 30_000
const CLOSED_MS = MINUTE_MS
const RESTING_MS = 5 * MINUTE_MS
/** A stream that says nothing for so long is cut, or something on the way keeps what it says to itself. */
const SILENCE_MS = 2.5 * CHAT_BEAT_MS
/** Between two streams at least and at most, the longer the more often in vain. */
const AGAIN_MS = { least: 2000, most: 10 * MINUTE_MS }

interface Asking {
  isOpen: boolean
  isVisible: boolean
  /** The server says when there is something new. */
  isTold: boolean
}

/** How long until the next question (behaviour B7.5: 5 s), as the page is that asks. */
export function pollDelayMs({ isOpen, isVisible, isTold }: Asking): number {
  if (!isOpen) return CLOSED_MS
  if (isTold) return RESTING_MS
  return isVisible ? POLL_MS : HIDDEN_MS
}

type HearEvents = (onEvent: (said: string) => void, signal: AbortSignal) => Promise<void>

interface Poller {
  open: () => void
  close: () => void
  stop: () => void
}

/**
 * @param ask asks once; its failures are its own to handle: the next round comes in any case. `isTold`: the server has said
 * that something has changed
 * @param hearEvents hears an event stream until it ends, which says when to ask
 */
export function poll(name: string, ask: (isTold: boolean) => Promise<void>, hearEvents?: HearEvents): Poller {
  const sleeper = createSleeper()
  let isTold = false
  const news =
    hearEvents && followNews(hearEvents, { onNews: () => askNow(true), onEnd: () => askNow(false) })
  const over = new AbortController()
  let withdraw: (() => void) | undefined
  const isOpen = () => withdraw !== undefined
  const candidate = electLeader(`chat-poll:${name}`, async (signal) => {
    signal.addEventListener('abort', () => news?.close())
    while (!signal.aborted) {
      if (isOpen()) news?.open()
      else news?.close()
      if (!isOpen() && (await isAnnounced(name))) return stepBack()
      const wasTold = isTold
      isTold = false
      await ask(wasTold)
      const asking = { isOpen: isOpen(), isVisible: isVisible(), isTold: news?.isLive() ?? false }
      await sleeper.sleep(pollDelayMs(asking), signal)
    }
  })

  candidate.queueUp()

  function askNow(hasNews: boolean): void {
    isTold ||= hasNews
    sleeper.wake()
  }
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

interface News {
  open: () => void
  /** Whether it can be relied on to say when there is something new. */
  isLive: () => boolean
  close: () => void
}

/** Keeps an event stream, and gets another one when it has ended; `onEnd` is where polling takes over again. */
function followNews(
  hearEvents: HearEvents,
  { onNews, onEnd }: { onNews: () => void; onEnd: () => void },
): News {
  let over: AbortController | undefined
  let isLive = false

  async function keep({ signal }: AbortController): Promise<void> {
    for (let vain = 0; !signal.aborted; vain++) {
      const cut = new AbortController()
      const breakOff = () => cut.abort()
      signal.addEventListener('abort', breakOff)
      let silence = setTimeout(breakOff, SILENCE_MS)
      const hear = (said: string) => {
        clearTimeout(silence)
        silence = setTimeout(breakOff, SILENCE_MS)
        isLive = !signal.aborted
        vain = 0
        if (said === 'news' && isLive) onNews()
      }
      // Refused, cut or ended: in each case the page asks by itself until there is another one.
      await hearEvents(hear, cut.signal).catch(() => {})
      clearTimeout(silence)
      signal.removeEventListener('abort', breakOff)
      if (signal.aborted) return
      isLive = false
      // Thousands of streams end in one moment when a server restarts.
      await createSleeper().sleep(Math.random() * POLL_MS, signal)
      if (!signal.aborted) onEnd()
      const leastMs = Math.min(AGAIN_MS.least * 2 ** vain, AGAIN_MS.most)
      await createSleeper().sleep(leastMs * (1 + Math.random()), signal)
    }
  }

  return {
    open: () => {
      if (over) return
      over = new AbortController()
      keep(over)
    },
    isLive: () => isLive,
    close: () => {
      over?.abort()
      over = undefined
      isLive = false
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
