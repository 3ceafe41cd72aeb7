/** Where tests keep objects: in memory, if the system has such a folder. A store waits for the disk at every write. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'

export const QUICK_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
