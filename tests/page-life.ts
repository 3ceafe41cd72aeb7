/** Ends channels and timers of a page, as leaving it does in a browser, before the next test. */

/**
 * Records channels and timers from now on.
 * @returns a function that ends them and the recording
 */
export function beginPageLife(): () => void {
  const before = {
    BroadcastChannel: globalThis.BroadcastChannel,
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
  }
  const channels = new Set<BroadcastChannel>()
  const timers = new Set<NodeJS.Timeout>()

  /** Wraps a timer function with its properties, one of which `promisify` uses. */
  function noting<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
    const startNoted = (...given: Parameters<Start>) => {
      const timer = Reflect.apply(start, globalThis, given) as NodeJS.Timeout
      timers.add(timer)
      return timer
    }
    return Object.assign(startNoted, start) as Start
  }

  globalThis.BroadcastChannel = class extends before.BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }
  }
  globalThis.setTimeout = noting(before.setTimeout)
  globalThis.setInterval = noting(before.setInterval)

  return () => {
    for (const channel of channels) channel.close()
    for (const timer of timers) clearTimeout(timer)
    Object.assign(globalThis, before)
  }
}
