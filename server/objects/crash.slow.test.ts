import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ended, outputOf, runNode } from '../testing/node.ts'
import { type AliOss, OSS } from './testing/ali-oss.ts'
import { openTestStore } from './testing/open-store.ts'
import { BUCKET, CREDENTIALS } from './testing/settings.ts'

/** Starts a store in a separate process, which prints its port. */
const SERVE = `
  import { createObjectStore, listenObjectStore } from '${new URL('object-store.ts', import.meta.url)}'
  const credentials = ${JSON.stringify(CREDENTIALS)}
  const buckets = { '${BUCKET}': 'private' }
  const store = createObjectStore({ folder: process.argv[1], buckets, credentials })
  const server = await listenObjectStore(store, { port: 0, host: '127.0.0.1' })
  console.log('port', server.address().port)
`
const PART = 102_400
/** Far above the usual time, so that a busy machine causes no failure. */
const TIME_MS = 60_000

let folder: string
let child: ChildProcessWithoutNullStreams
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'objects-crash-'))
})
afterEach(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<AliOss> {
  child = runNode(['--input-type=module', '--eval', SERVE, folder])
  const [, port] = await outputOf(child, /port (\d+)/)
  const { accessKeyId, accessKeySecret } = CREDENTIALS
  const endpoint = `http://localhost:${port}`
  return new OSS({
    accessKeyId,
    accessKeySecret,
    endpoint,
    region: 'oss-cn-beijing',
    sldEnable: true,
    authorizationV4: true,
    bucket: BUCKET,
  })
}

async function kill(): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
}

/** Returns a body filled with its own mark, which reveals a mixture of two bodies. */
function bodyOf(mark: number): Buffer {
  return Buffer.alloc(PART * 3, mark)
}

/** @returns the writes that were acknowledged, and those that ran when the process ended */
async function writeUntilKilled(oss: AliOss, round: number) {
  const acknowledged = new Map<string, Set<number>>()
  const begun = new Map<string, Set<number>>()
  let writes = 0
  const worker = async (id: number) => {
    for (let turn = 0; ; turn++) {
      const name = `key ${(id + turn) % 3}`
      const mark = (round * 60 + id * 20 + (turn % 20)) % 251
      begun.set(name, (begun.get(name) ?? new Set()).add(mark))
      if (id === 0) await oss.multipartUpload(name, bodyOf(mark), { partSize: PART })
      else await oss.put(name, bodyOf(mark))
      acknowledged.set(name, (acknowledged.get(name) ?? new Set()).add(mark))
      if (++writes === 4 + round) child.kill('SIGKILL')
    }
  }
  await Promise.allSettled([worker(0), worker(1), worker(2)])
  await kill()
  return { acknowledged, begun }
}

test(
  'a killed process leaves whole objects only, and none that it promised is lost',
  async () => {
    const all = new Map<string, Set<number>>()
    const promised = new Set<string>()
    for (let round = 0; round < 4; round++) {
      const { acknowledged, begun } = await writeUntilKilled(await start(), round)
      for (const name of acknowledged.keys()) promised.add(name)
      for (const [name, marks] of begun) all.set(name, new Set([...(all.get(name) ?? []), ...marks]))
      const oss = await start()
      const { objects } = await oss.listV2({})
      for (const name of promised) expect(objects.map((each) => each.name)).toContain(name)
      for (const { name, size } of objects) {
        const { content, res } = await oss.get(name)
        const mark = content[0] ?? -1
        expect(size).toBe(PART * 3)
        expect(content.equals(bodyOf(mark))).toBe(true)
        expect(all.get(name)).toContain(mark)
        expect(res.headers['content-type']).toBeTruthy()
      }
      await kill()
    }
  },
  TIME_MS,
)

test(
  'what a crash left is swept, and no more',
  async () => {
    const oss = await start()
    await oss.put('kept', bodyOf(1))
    const half = request(await oss.signatureUrlV4('PUT', 60, {}, 'half'), { method: 'PUT' })
    const cut = new Promise((resolve) => half.once('close', resolve))
    half.once('error', () => {})
    half.write(Buffer.alloc(8 * 1024 ** 2), () => child.kill('SIGKILL'))
    await cut
    const at = await openTestStore({ folder, now: () => Date.now() + 3_600_000 })
    const client = at.client({ amendTimeSkewed: 3_600_000 })
    await expect(client.head('half')).rejects.toMatchObject({ code: 'NoSuchKey' })
    expect(await at.store.sweep({ uploadsOlderThanMs: 1_800_000, filesOlderThanMs: 1_800_000 })).toEqual({
      uploads: [],
      files: 1,
    })
    expect((await client.get('kept')).content.equals(bodyOf(1))).toBe(true)
    await at.close()
  },
  TIME_MS,
)
