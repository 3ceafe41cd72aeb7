/**
 * Room that is kept for deleting: on a full disk even a deletion has first to be written down. Once the disk is full the
 * reserve is given free, and until there is room for a new one nothing may be added.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { describeError, type Log } from '../log.ts'
import { isNoRoom } from './no-room.ts'

export interface DiskReserve {
  /** Only deletions are taken until there is room again. */
  isFull: () => boolean
  /** A write has failed for want of room. True: there is a little now, try again. */
  release: (error: unknown) => boolean
  /** Looks whether there is room again; to be called every few seconds. */
  renew: () => void
  /** What is free for the portal; null: it writes to no disk of this machine, or it cannot be told. */
  freeBytes: () => number | null
}

/** Where nothing is written to a disk of this machine. */
export const NO_DISK: DiskReserve = {
  isFull: () => false,
  release: () => false,
  renew: () => {},
  freeBytes: () => null,
}

/** SQLite's log grows to 4 MB before it is taken over; a large deletion takes some of these. */
const BYTES = 16 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/** @param file written at once, where there is room for it */
export function openDiskReserve(
  file: string,
  log: Log,
  { bytes = BYTES, freeBytes = freeBytesAt }: { bytes?: number; freeBytes?: (folder: string) => number } = {},
): DiskReserve {
  let isFull = false
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })

  function release(error: unknown): boolean {
    if (isFull) return false
    isFull = true
    log({ level: 'error', event: 'disk-full', ...describeError(error) })
    try {
      truncateSync(file, 0)
      return true
    } catch {
      return false
    }
  }

  function fill(): void {
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes) return
    const handle = openSync(file, 'w', 0o600)
    try {
      // Random: a file system that compresses would keep no room for zeros.
      for (let at = 0; at < bytes; at += CHUNK_BYTES)
        writeSync(handle, randomBytes(Math.min(CHUNK_BYTES, bytes - at)))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  }

  function renew(): void {
    // What the reserve gave free must be there once more: it was for deletions.
    if (!isFull || freeBytes(dirname(file)) < 2 * bytes) return
    try {
      fill()
      isFull = false
      log({ level: 'info', event: 'disk-has-room' })
    } catch (error) {
      if (!isNoRoom(error)) throw error
    }
  }

  try {
    fill()
  } catch (error) {
    if (!isNoRoom(error)) throw error
    release(error)
  }
  return {
    isFull: () => isFull,
    release,
    renew,
    freeBytes: () => {
      try {
        return freeBytes(dirname(file))
      } catch {
        return null
      }
    },
  }
}

/** What has to be done on a full disk, too: it is done again with the room that is kept for it. */
export async function withReserve<Value>(
  disk: DiskReserve,
  step: () => Promise<Value> | Value,
): Promise<Value> {
  try {
    return await step()
  } catch (error) {
    if (!isNoRoom(error) || !disk.release(error)) throw error
    return step()
  }
}

function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
