/** Runs the server's files in a separate process, for tests that kill it; it ends with the tests at the latest. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endingWithUs } from './end-with-us.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The compile cache of `npm start`; without it, compiling takes half of a process's start. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

export function runNode(args: string[], env: Record<string, string> = {}): ChildProcessWithoutNullStreams {
  return spawn(...endingWithUs(process.execPath, args), {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...env },
  })
}

/** Exit code, or the signal that ended it. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.exitCode ?? child.signalCode)
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
}

/** Waits until the output holds the pattern. @throws with the whole output when the process ends before. */
export function outputOf(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk
      const found = pattern.exec(text)
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => reject(new Error(`ended before ${pattern}: ${text}`)))
  })
}
