/** Programs that tests start end with the process that started them, SIGKILL of it included. */
import { existsSync } from 'node:fs'

/** Of util-linux: the kernel sends the signal when the parent is gone. */
const SETPRIV = '/usr/bin/setpriv'

/**
 * What to give to `spawn`. The process is the program itself, nothing waits beside it. Where there is no Linux it ends
 * only when somebody ends it.
 * @param signal SIGTERM for who has processes of its own to end
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
