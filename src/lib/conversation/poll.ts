/**
 * Polls the server while a page follows a dialogue: every 5 seconds while it is open and visible. While an event stream works,
 * the page asks only when the server signals a change.
 */
import { pollBy } from '../browser/poll.ts'
import { pause } from '../browser/wait-for-network.ts'
import { CHAT_BEAT_MS } from '../contract/chat/chat.ts'
import { MINUTE_MS } from '../rules/time/durations.ts'

const POLL_MS = 5000
const HIDDEN_MS = 30_000
const CLOSED_MS = MINUTE_MS
const RESTING_MS = 5 * MINUTE_MS
/** After this silence the stream is broken, or a proxy holds it back. */
const SILENCE_MS = 2.5 * CHAT_BEAT_MS
const AGAIN_MS = { least: 2000, most: 10 * MINUTE_MS }

interface Asking {
  isOpen: boolean
  isVisible: boolean
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
  askNow: () => void
  stop: () => void
}

/** @param ask handles its own failures; `isTold`: the server has signalled a change */
export function poll(ask: (isTold: boolean) => Promise<void>, hearEvents?: HearEvents): Poller {
  let isOpen = false
  let isTold = false
  const news =
    hearEvents &&
    followNews(hearEvents, {
      onNews: () => {
        isTold = true
        polling.askNow()
      },
      onEnd: () => polling.askNow(),
    })
  const polling = pollBy(
    async () => {
      const wasTold = isTold
      isTold = false
      await ask(wasTold)
    },
    () => pollDelayMs({ isOpen, isVisible: !document.hidden, isTold: news?.isLive() ?? false }),
  )
  return {
    open: () => {
      isOpen = true
      news?.open()
      polling.askNow()
    },
    close: () => {
      isOpen = false
      news?.close()
    },
    askNow: polling.askNow,
    stop: () => {
      polling.stop()
      news?.close()
    },
  }
}

interface News {
  open: () => void
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
      await pause(Math.random() * POLL_MS, signal)
      if (!signal.aborted) onEnd()
      const leastMs = Math.min(AGAIN_MS.least * 2 ** vain, AGAIN_MS.most)
      await pause(leastMs * (1 + Math.random()), signal)
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
