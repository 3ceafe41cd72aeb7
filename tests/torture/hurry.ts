/**
 * Loaded before the portal (`--import`): jobs run twenty times a second instead of every five seconds, so that kills hit
 * them, and the clock goes ahead by CLOCK_AHEAD_MS, so that what is due by then is done.
 */
const JOBS_EVERY_MS = 5000
const QUICK_MS = 50

const setReal = globalThis.setInterval
globalThis.setInterval = ((handler: () => void, ms: number, ...rest: []) =>
  setReal(handler, ms === JOBS_EVERY_MS ? QUICK_MS : ms, ...rest)) as typeof setInterval

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const nowReal = Date.now
Date.now = () => nowReal() + aheadMs
