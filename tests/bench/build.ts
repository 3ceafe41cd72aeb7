/**
 * Measures the build of many documents beside that of a bare Astro project: one collection, one page for each of the same
 * documents.
 */
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { importLibrary } from '../../scripts/content/import.ts'
import { tasksFor } from '../../scripts/tasks.mjs'
import { endingWithUs } from '../../server/testing/end-with-us.ts'
import { atMost, type Goal } from './goals.ts'
import { manyDocuments, readLibrary } from './many-documents.ts'

const SAMPLE_MS = 200
/** Where `npm run build` writes before it publishes. */
const NEXT = '.builds/next'

interface Cost {
  cpuSeconds: number
  seconds: number
  /** Memory of all processes together; undefined on other systems. */
  peakMb: number | undefined
}

/** @param count of documents */
export async function measureBuild(count = 2000): Promise<Record<string, Goal | object>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-build-'))
  try {
    const content = join(folder, 'content')
    const { rows } = readLibrary()
    const lines = manyDocuments(rows, count).map((row) => JSON.stringify(row))
    const { refused } = await importLibrary(lines.join('\n'), content)
    if (refused.length > 0) throw new Error(`${refused.length} of ${count} documents were refused`)
    const bare = await buildBare(join(folder, 'bare'), content)
    const dist = join(folder, 'dist')
    const cacheDir = join(folder, 'cache')
    const ours = await buildPortal(content, cacheDir, dist)
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const ratio = (figure: 'cpuSeconds' | 'seconds') => ours[figure] / bare[figure]
    return {
      [`${count} 篇：处理器时间`]: atMost({
        value: ratio('cpuSeconds'),
        goal: 2.5,
        unit: ' 倍',
        reference: pair(bare, ours, 'cpuSeconds', '秒'),
      }),
      [`${count} 篇：经过时间`]: atMost({
        value: ratio('seconds'),
        goal: 2,
        unit: ' 倍',
        reference: pair(bare, ours, 'seconds', '秒'),
      }),
      [`${count} 篇：内存峰值`]: atMost({
        value: (ours.peakMb ?? Number.NaN) / (bare.peakMb ?? Number.NaN),
        goal: 1.5,
        unit: ' 倍',
        reference: pair(bare, ours, 'peakMb', 'MB'),
      }),
      [`${count} 篇：每篇写出的文件`]: atMost({
        value: files.length / count,
        goal: 5,
        reference: `共 ${files.length} 个`,
      }),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function pair(bare: Cost, ours: Cost, figure: keyof Cost, unit: string): string {
  const write = (cost: Cost) => cost[figure]?.toFixed(1) ?? '？'
  return `Astro ${write(bare)}，门户 ${write(ours)} ${unit}`
}

/** Runs all steps of `npm run build` before publishing, into another folder. */
async function buildPortal(content: string, cacheDir: string, dist: string): Promise<Cost> {
  const steps = tasksFor({})['build'] ?? []
  const env = { CONTENT_DIR: content, CACHE_DIR: cacheDir }
  const costs: Cost[] = []
  for (const step of steps.filter((words) => !words.includes('scripts/publish-build.ts')))
    costs.push(
      await run(
        step.map((word) => (word === NEXT ? dist : word)),
        { env },
      ),
    )
  const sum = (figure: 'cpuSeconds' | 'seconds') => costs.reduce((total, cost) => total + cost[figure], 0)
  const peaks = costs.flatMap(({ peakMb }) => peakMb ?? [])
  return {
    cpuSeconds: sum('cpuSeconds'),
    seconds: sum('seconds'),
    peakMb: peaks.length > 0 ? Math.max(...peaks) : undefined,
  }
}

const BARE: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }',
  'astro.config.mjs':
    'export default { markdown: { syntaxHighlight: false }, devToolbar: { enabled: false } }',
  'src/content.config.ts': `
import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
const pattern = '{originals,interpretations,news}/*.md'
export const collections = { docs: defineCollection({ loader: glob({ pattern, base: process.env.CONTENT_DIR }) }) }`,
  'src/pages/review/[...id].astro': `---
import { getCollection, render } from 'astro:content'
export const getStaticPaths = async () =>
  (await getCollection('docs')).map((entry) => ({ params: { id: entry.id }, props: { entry } }))
const { entry } = Astro.props
const { Content } = await render(entry)
---
<html lang="zh-CN">
  <head><meta charset="utf-8" /><title>{entry.data.title}</title></head>
  <body><h1>{entry.data.title}</h1><Content /></body>
</html>`,
}

async function buildBare(folder: string, content: string): Promise<Cost> {
  mkdirSync(join(folder, 'src/pages/review'), { recursive: true })
  for (const [name, text] of Object.entries(BARE)) writeFileSync(join(folder, name), text)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return run(['astro', 'build'], { cwd: folder, env: { CONTENT_DIR: content } })
}

/** bash prints the times of a command with those of all its children in the second of two lines. */
const TIMED = '"$@" >&2; status=$?; times; exit $status'

async function run(
  command: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<Cost> {
  const startMs = performance.now()
  const child = spawn(...endingWithUs('bash', ['-c', TIMED, 'bash', ...command], 'TERM'), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let times = ''
  let said = ''
  child.stdout.on('data', (chunk) => {
    times += chunk
  })
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  let peakMb: number | undefined
  const timer = setInterval(() => {
    const mb = residentMb(child.pid ?? 0)
    if (mb > 0) peakMb = Math.max(peakMb ?? 0, mb)
  }, SAMPLE_MS)
  const status = await new Promise((done) => child.on('close', done))
  clearInterval(timer)
  if (status !== 0) throw new Error(`${command.join(' ')}\n${said}`)
  const seconds = (performance.now() - startMs) / 1000
  const cpuSeconds = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  )
  return { cpuSeconds, seconds, peakMb }
}

/** Returns the memory of a process and its descendants; 0 on other systems. */
function residentMb(root: number): number {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readProcess)
    const family = new Set([root])
    // A child has a higher number than its parent, unless the numbers have wrapped.
    for (const { pid, parent } of processes.sort((a, b) => a.pid - b.pid))
      if (family.has(parent)) family.add(pid)
    return processes.filter(({ pid }) => family.has(pid)).reduce((sum, { mb }) => sum + mb, 0)
  } catch {
    return 0
  }
}

function readProcess(pid: string) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return [{ pid: Number(pid), parent: number('PPid'), mb: number('VmRSS') / 1024 }]
  } catch {
    return []
  }
}
