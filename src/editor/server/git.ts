/** What git knows of a file. It only reads; without git, or outside of a repository, there is nothing to know. */
import { execFile } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import type { FileHistory } from '../calls.ts'

const run = promisify(execFile)

async function git(folder: string, ...args: string[]): Promise<string | null> {
  try {
    // Without locks: another git may be at work.
    const { stdout } = await run('git', ['--no-optional-locks', ...args], { cwd: folder, timeout: 5000 })
    return stdout.trim()
  } catch {
    return null
  }
}

/** The commit that is checked out; null without git. */
export function headOf(folder: string): Promise<string | null> {
  return git(folder, 'rev-parse', 'HEAD')
}

/** `openedAt`: the commit that was checked out when the file was opened. */
export async function historyOf(path: string, openedAt: string | null): Promise<FileHistory | null> {
  const folder = dirname(path)
  const name = basename(path)
  if ((await headOf(folder)) === null) return null
  const log = async (...range: string[]) =>
    ((await git(folder, 'log', '--format=%an%x1f%aI%x1f%s', ...range, '--', name)) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [author = '', date = '', subject = ''] = line.split('\x1f')
        return { author, date, subject }
      })
  const [[last = null], status, here, fetched] = await Promise.all([
    log('-1'),
    git(folder, 'status', '--porcelain', '--', name),
    openedAt === null ? [] : log('-5', `${openedAt}..HEAD`),
    // What was fetched and is not merged yet.
    git(folder, 'rev-parse', '@{upstream}').then((upstream) =>
      upstream ? log('-5', `HEAD..${upstream}`) : [],
    ),
  ])
  return { last, differsFromHead: status !== '' && status !== null, since: [...fetched, ...here] }
}
