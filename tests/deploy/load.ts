import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { peopleOf } from '../torture/people.ts'
import { chatPosts } from '../torture/work/chat-posts.ts'
import type { Check } from '../torture/work/work.ts'
import { FILES_HOST, type Nginx } from './nginx.ts'

const EVERY_MS = 20
/** One of this many requests writes a message. */
const WRITE_TURN = 10

export interface Load {
  answered: (count: number) => Promise<void>
  /** Ends the load. Returns failures and counts; no acknowledged message may be missing then. */
  stop: () => Promise<{ requests: number; writes: number; failures: string[]; lost: string[] }>
}

export function startLoad(nginx: Nginx, dist: string, dataDir: string): Load {
  const asset = readdirSync(join(dist, 'frontend/assets')).find((name) => name.endsWith('.js'))
  const reads = [
    { path: '/', status: 200 },
    { path: '/pmanagement/2', status: 200 },
    { path: '/customer/api/v1/index/data', status: 200 },
    { path: `/frontend/assets/${asset}`, status: 200 },
    { path: '/frontend/search/index.json', status: 200 },
    { path: '/healthz', status: 200 },
    // Without a signature the store refuses, which proves that it runs.
    { path: '/documents/none', host: FILES_HOST, status: 403 },
    { path: '/startup/api/v1/categorys', status: 200 },
  ]
  const origin = `https://127.0.0.1:${nginx.port}`
  const welcome = peopleOf(dataDir)
  // All come from one address, which gets a hundred codes an hour: a login for every forty messages.
  const works = [chatPosts(welcome), chatPosts(welcome)]
  const failures: string[] = []
  const checks: Check[] = []
  const underWay = new Set<Promise<void>>()
  const waiting: (() => void)[] = []
  let requests = 0
  let answers = 0

  const read = async ({ path, host, status }: (typeof reads)[number]) => {
    const answer = await nginx.ask(path, host ? { host } : {})
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.body}`.slice(0, 200))
  }
  const write = async (turn: number) => {
    const work = works[turn % works.length]
    if (work) checks.push(await work.act(origin))
  }
  const timer = setInterval(() => {
    const turn = requests++
    const [place] = reads.slice(turn % reads.length)
    const act = turn % WRITE_TURN === 0 ? write(turn / WRITE_TURN) : place && read(place)
    const settled = Promise.resolve(act)
      .catch((error: unknown) => {
        failures.push(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error))
      })
      .finally(() => {
        underWay.delete(settled)
        answers += 1
        for (const look of waiting) look()
      })
    underWay.add(settled)
  }, EVERY_MS)
  return {
    answered: async (count) => {
      const enough = answers + count
      await new Promise<void>((resolve) => {
        waiting.push(() => {
          if (answers >= enough) resolve()
        })
      })
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
      const lost: string[] = []
      for (const check of checks) lost.push(...(await check(origin)))
      return { requests, writes: checks.length, failures, lost }
    },
  }
}
