/** Simulates a connection that is down for a while, and keys with a short life. */
import { PART_BYTES } from '../../../src/lib/contract/documents/storage.ts'
import { $uploads, type UploadState } from '../../../src/lib/stores/uploads/state.ts'
import type { Passed } from './fault-proxy.ts'
import type { Lab } from './lab.ts'
import { begin, ended } from './random-uploads.ts'

const isPart = ({ method }: Passed) => method === 'PUT'
const partsOf = (lab: Lab) => lab.proxy.log.filter(isPart)
const sum = (parts: Passed[]) => parts.reduce((bytes, part) => bytes + part.bytes, 0)

interface Cut {
  bytes: number
  /** Ends when the connection should return. */
  whileDown: () => Promise<void>
}

export interface CutFigures {
  status: UploadState['status']
  /** Text for the person; empty for none. */
  text: string
  resentBytes: number
  partsInFlight: number
  /** From the connection's return to the next byte; Infinity for none. */
  resumedAfterMs: number
}

/** Breaks the connection after half of the file. */
export async function cutLine(lab: Lab, { bytes, whileDown }: Cut): Promise<CutFigures> {
  const before = partsOf(lab).length
  let backMs = 0
  let resumedAfterMs: number | undefined
  let partsInFlight = 0
  let isCut = false
  const goDown = async () => {
    isCut = true
    partsInFlight = partsOf(lab)
      .slice(before)
      .filter(({ status }) => status === 0).length
    lab.proxy.setDown(true)
    lab.chooseCall = () => 'refuse'
    await whileDown()
    lab.chooseCall = () => undefined
    lab.proxy.setDown(false)
    backMs = performance.now()
  }
  lab.proxy.onBytes = (passed) => {
    if (!isPart(passed)) return
    if (backMs > 0) resumedAfterMs ??= performance.now() - backMs
    if (!isCut && sum(partsOf(lab).slice(before)) > bytes / 2) goDown()
  }
  const { state } = await ended(begin(lab, '断线.bin', bytes))
  lab.proxy.onBytes = () => {}
  const sent = sum(partsOf(lab).slice(before))
  return {
    status: state.status,
    text: 'text' in state ? state.text : '',
    resentBytes: sent - bytes,
    partsInFlight,
    resumedAfterMs: resumedAfterMs ?? Number.POSITIVE_INFINITY,
  }
}

/** Waits until the upload reports that it is offline. */
export function untilWaiting(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $uploads.subscribe((items) => {
      if (!items.some(({ state }) => state.status === 'waiting')) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

interface Keys {
  bytes: number
  lifeMs: number
  /** For each part. */
  bytesPerSecond: number
}

export interface KeyFigures {
  status: UploadState['status']
  expiries: number
  renewals: number
  /** Renewals while the earlier keys still had more than a fifth of their life: a second one for one expiry. */
  early: number
  again: number
}

export async function wearKeys(lab: Lab, { bytes, lifeMs, bytesPerSecond }: Keys): Promise<KeyFigures> {
  const issued = new Map<unknown, number>()
  const before = partsOf(lab).length
  lab.changeToken = (token) => {
    const nowMs = Date.now()
    issued.set(token['OSSAccessKeyId'], nowMs)
    token['expiration'] = new Date(nowMs + lifeMs).toISOString()
  }
  lab.proxy.choose = (passed, { authorization = '' }) => {
    const [, atMs = 0] = [...issued].find(([key]) => authorization.includes(String(key))) ?? []
    if (Date.now() > atMs + lifeMs) return { kind: 'answer', status: 403, code: 'SecurityTokenExpired' }
    return isPart(passed) ? { kind: 'slow', bytesPerSecond } : undefined
  }
  const startMs = Date.now()
  const { state } = await ended(begin(lab, '凭证.bin', bytes))
  const expiries = Math.floor((Date.now() - startMs) / lifeMs)
  lab.changeToken = () => {}
  lab.proxy.choose = () => undefined
  const times = [...issued.values()]
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
  const finished = partsOf(lab)
    .slice(before)
    .filter(({ status }) => status === 200)
  return {
    status: state.status,
    expiries,
    renewals: issued.size - 1,
    early: gaps.filter((gapMs) => gapMs < lifeMs * 0.8).length,
    again: finished.length - Math.ceil(bytes / PART_BYTES),
  }
}
