import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLibrary } from '../../scripts/content/import.ts'
import { tasksFor } from '../../scripts/tasks.mjs'
import { endingWithUs } from '../../server/testing/end-with-us.ts'
import { atMost, type Goal } from './goals.ts'
import { manyDocuments, readLibrary } from './many-documents.ts'

const SAMPLE_MS = 200
const NEXT = '.builds/next'
const MAX_SECONDS = 30
const MANY = 2000
const MAX_SECONDS_OF_MANY = 75
const MAX_GB = 1.4

interface Cost {
  seconds: number
  peakGb: number
}

/** @param count of documents in the larger library */
export async function measureBuild(count = MANY): Promise<Record<string, Goal>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-build-'))
  try {
    const content = join(folder, 'content')
    const lines = manyDocuments(await readLibrary(), count).map((row) => JSON.stringify(row))
    const { refused } = await importLibrary(lines.join('\n'), content)
    if (refused.length > 0) throw new Error(`${refused.length} of ${count} documents were refused`)
    return {
      ...rowsOf('本站内容', await build(folder, {}), MAX_SECONDS),
      ...rowsOf(`${count} 篇`, await build(folder, { CONTENT_DIR: content }), MAX_SECONDS_OF_MANY),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function rowsOf(name: string, { seconds, peakGb }: Cost, goal: number): Record<string, Goal> {
  return {
    [`${name}：经过时间`]: atMost({ value: seconds, goal, unit: ' 秒' }),
    [`${name}：内存峰值`]: atMost({ value: peakGb, goal: MAX_GB, unit: ' GB' }),
  }
}

async function build(folder: string, settings: Record<string, string>): Promise<Cost> {
  const env = { ...process.env, CACHE_DIR: join(folder, 'cache'), ...settings }
  const steps = tasksFor({})['build'] ?? []
  const costs: Cost[] = []
  for (const step of steps.filter((words) => !words.includes('scripts/publish-build.ts')))
    costs.push(
      await run(
        step.map((word) => (word === NEXT ? join(folder, 'dist') : word)),
        env,
      ),
    )
  return {
    seconds: costs.reduce((total, cost) => total + cost.seconds, 0),
    peakGb: Math.max(...costs.map(({ peakGb }) => peakGb)),
  }
}

async function run([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<Cost> {
  const startMs = performance.now()
  const child = spawn(...endingWithUs(command, args, 'TERM'), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  let peakGb = 0
  const timer = setInterval(() => {
    peakGb = Math.max(peakGb, residentGb(child.pid ?? 0))
  }, SAMPLE_MS)
  const status = await new Promise((done) => child.on('close', done))
  clearInterval(timer)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${said}`)
  return { seconds: (performance.now() - startMs) / 1000, peakGb }
}

function residentGb(root: number): number {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess)
    const family = new Set([root])
    // A child has a higher number than its parent, unless the numbers have wrapped.
    for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid))
      if (family.has(parent)) family.add(pid)
    return processes.filter(({ pid }) => family.has(pid)).reduce((sum, { gb }) => sum + gb, 0)
  } catch {
    return 0
  }
}

function readProcess(pid: string) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return [{ pid: Number(pid), parent: number('PPid'), gb: number('VmRSS') / 1024 ** 2 }]
  } catch {
    return []
  }
}
