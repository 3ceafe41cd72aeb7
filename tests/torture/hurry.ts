/**
 * Loaded before the portal (`--import`): runs jobs twenty times a second instead of every five seconds, so that kills hit
 * them, and advances the clock by CLOCK_AHEAD_MS, so that due work is done.
 */
const JOBS_EVERY_MS = 5000
const QUICK_MS = 50

const setReal = globalThis.setInterval
globalThis.setInterval = ((handler: () => void, ms: number, ...rest: []) =>
  setReal(handler, ms === JOBS_EVERY_MS ? QUICK_MS : ms, ...rest)) as typeof setInterval

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const nowReal = Date.now
Date.now = () => nowReal() + aheadMs
