/** What a page leaves listening or waiting, which in a browser goes with it: the test after it would meet it. */

/** Notes what is opened from now on. @returns closes all of it, and notes no more */
export function beginPageLife(): () => void {
  const before = {
    BroadcastChannel: globalThis.BroadcastChannel,
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
  }
  const channels = new Set<BroadcastChannel>()
  const timers = new Set<NodeJS.Timeout>()

  /** The same, but the timers are known; properties included, for `promisify` looks for one. */
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
