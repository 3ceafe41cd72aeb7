/** Programs that tests start end with the process that started them, SIGKILL of it included. */
import { existsSync } from 'node:fs'

/** Of util-linux: the kernel sends the signal when the parent is gone. */
const SETPRIV = '/usr/bin/setpriv'

/**
 * Returns the arguments of `spawn`. The process is the program itself, without a waiting parent. Outside Linux it only
 * ends when the test ends it.
 * @param signal SIGTERM for a program with child processes to end
 */
export function endingWithUs(
  command: string,
  args: readonly string[] = [],
  signal: 'KILL' | 'TERM' = 'KILL',
): [command: string, args: string[]] {
  return existsSync(SETPRIV)
    ? [SETPRIV, ['--pdeathsig', signal, '--', command, ...args]]
    : [command, [...args]]
}
