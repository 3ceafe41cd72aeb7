/**
 * Polls the server: one page of a browser for all of them, every 5 seconds while a dialogue is open. A page with an open
 * dialogue comes before others, a visible one before one in the background. While an event stream works, the page asks only
 * when the server signals a change.
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
/** After this silence the stream is broken, or a proxy holds it back. */
const SILENCE_MS = 2.5 * CHAT_BEAT_MS
/** Least and most time between two streams, growing with failures. */
const AGAIN_MS = { least: 2000, most: 10 * MINUTE_MS }

interface Asking {
  isOpen: boolean
  isVisible: boolean
  /** The server signals changes. */
  isTold: boolean
}

/** Returns the time until the next question (behaviour B7.5: 5 s) for a page in this state. */
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
 * @param ask asks once and handles its own failures: the next round comes in any case. `isTold`: the server has signalled a
 * change
 * @param hearEvents listens to an event stream, which signals when to ask, until it ends
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
  /** A page with an open dialogue asks more often. */
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
  /** Whether the stream signals changes reliably. */
  isLive: () => boolean
  close: () => void
}

/** Keeps an event stream, and opens another one when it has ended; `onEnd` starts polling again. */
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
      // In each case, refused, broken or ended, the page polls until there is another stream.
      await hearEvents(hear, cut.signal).catch(() => {})
      clearTimeout(silence)
      signal.removeEventListener('abort', breakOff)
      if (signal.aborted) return
      isLive = false
      // A server's restart ends thousands of streams at once.
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

/** Runs when the person or the network returns. */
function onComeback(react: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  for (const type of ['focus', 'online', 'pageshow']) addEventListener(type, react, { signal })
  document.addEventListener('visibilitychange', react, { signal })
  return () => end.abort()
}
