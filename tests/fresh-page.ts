/**
 * Each test file begins as a page of its own does, though its process has run others: with fresh modules, on a device
 * without a database, and what those others left listening or waiting is gone. A process each would cost twice the time.
 */
import { afterAll, vi } from 'vitest'

vi.resetModules()
Reflect.deleteProperty(globalThis, 'indexedDB')
// The log waits for it once in each module graph.
process.setMaxListeners(0)

const { BroadcastChannel: Channel, setTimeout: startTimeout, setInterval: startInterval } = globalThis
const channels = new Set<BroadcastChannel>()
const timers = new Set<NodeJS.Timeout>()

globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name)
    channels.add(this)
  }
}
globalThis.setTimeout = noting(startTimeout)
globalThis.setInterval = noting(startInterval)

afterAll(() => {
  for (const channel of channels) channel.close()
  for (const timer of timers) clearTimeout(timer)
  Object.assign(globalThis, {
    BroadcastChannel: Channel,
    setTimeout: startTimeout,
    setInterval: startInterval,
  })
})

/** The same, but the timers are known; properties included, for `promisify` looks for one. */
function noting<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
  const startNoted = (...given: Parameters<Start>) => {
    const timer = Reflect.apply(start, globalThis, given) as NodeJS.Timeout
    timers.add(timer)
    return timer
  }
  return Object.assign(startNoted, start) as Start
}
