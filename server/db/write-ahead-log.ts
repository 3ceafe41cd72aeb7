/**
 * Examines the write-ahead log of a process that was killed. SQLite takes over the readable part and does not report the rest
 * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log, "WAL Checksum Algorithm").
 */
import { readFileSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_BYTES = 24
/** Its lowest bit sets the byte order of the checksum. */
const MAGIC = 0x377f0682
/** A log that starts over increases its first salt by one; frames of this many earlier turns may follow. */
const TURNS = 1_000_000

export interface LeftLog {
  bytes: number
  /** The bytes that SQLite reads, or that an earlier turn left behind the present one. */
  readableBytes: number
}

/** @returns undefined without a log: the last process stopped cleanly */
export function examineLog(file: string): LeftLog | undefined {
  const log = readLog(file)
  if (log.length === 0) return undefined
  const found = (readableBytes: number) => ({ bytes: log.length, readableBytes })
  const isBigEndian = log.length >= HEADER_BYTES && (log.readUInt32BE(0) & 1) === 1
  const header = log.subarray(0, HEADER_BYTES - 8)
  let sum: Sum = [0, 0]
  if (log.length >= HEADER_BYTES) sum = addUp(sum, header, isBigEndian)
  const isHeader = log.length >= HEADER_BYTES && (log.readUInt32BE(0) & ~1) === MAGIC && isSum(log, 24, sum)
  // A log with only a header is empty.
  if (!isHeader) return found(log.length <= HEADER_BYTES ? log.length : 0)
  const size = FRAME_BYTES + log.readUInt32BE(8)
  const isWhole = (at: number) => {
    if (!log.subarray(at + 8, at + 16).equals(log.subarray(16, 24))) return false
    const first = addUp(sum, log.subarray(at, at + 8), isBigEndian)
    const second = addUp(first, log.subarray(at + FRAME_BYTES, at + size), isBigEndian)
    if (!isSum(log, at + 16, second)) return false
    sum = second
    return true
  }
  let at = HEADER_BYTES
  while (at + size <= log.length && isWhole(at)) at += size
  for (let behind = at; behind + size <= log.length; behind += size) {
    const turns = log.readUInt32BE(16) - log.readUInt32BE(behind + 8)
    const isOlder = turns > 0 && turns <= TURNS
    const isUnwritten = log.subarray(behind, behind + FRAME_BYTES).every((byte) => byte === 0)
    if (!isOlder && !isUnwritten) return found(at)
  }
  return found(log.length)
}

type Sum = readonly [number, number]

function addUp([one, other]: Sum, bytes: Buffer, isBigEndian: boolean): Sum {
  let first = one
  let second = other
  for (let at = 0; at < bytes.length; at += 8) {
    const [left, right] = isBigEndian
      ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    first = (first + left + second) >>> 0
    second = (second + right + first) >>> 0
  }
  return [first, second]
}

function isSum(log: Buffer, at: number, [first, second]: Sum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second
}

function readLog(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
