/**
 * `npm run torture -- [PART…] [--kills=1000] [--uploads=300] [--sends=10000] [--seed=…]`: kills of the server at work,
 * cancelled uploads, chat messages over a bad connection. `npm run test:rest` has short ones.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killPortal } from './kill-portal.ts'
import { makeSite } from './make-site.ts'
import { openLab } from './uploads/lab.ts'
import { cancelAtRandom } from './uploads/random-uploads.ts'

const MAX_START_MS = 5000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '1000' },
    uploads: { type: 'string', default: '300' },
    sends: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)

/** In the order of the run. Each returns whether all checks passed. */
const PARTS: Readonly<Record<string, () => Promise<boolean> | boolean>> = {
  kills: () => tortureKills(Number(values.kills)),
  uploads: () => tortureUploads(Number(values.uploads)),
  chat: () => tortureChat(values.sends, values.seed),
}
const parts = positionals.length > 0 ? positionals : Object.keys(PARTS)
for (const part of parts) {
  const torture = PARTS[part]
  if (!torture) throw new Error(`没有“${part}”，可选：${Object.keys(PARTS).join('、')}`)
  if (!(await torture())) process.exitCode = 1
}

async function tortureKills(kills: number): Promise<boolean> {
  console.log(`强行终止服务 ${kills} 次，种子 ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'torture-'))
  makeSite(folder)
  const report = await killPortal(folder, kills, seed)
  rmSync(folder, { recursive: true })
  const counts = Object.entries(report.acknowledged).map(([work, count]) => `${work} ${count}`)
  console.log(`确认过的操作：${counts.join('，')}；最慢启动 ${report.slowestStartMs} 毫秒`)
  const whole = [
    show('丢失', report.lost),
    show('残缺', report.halfStates),
    show('清理后残留', report.orphans),
  ]
  return whole.every(Boolean) && report.slowestStartMs < MAX_START_MS
}

function show(name: string, found: readonly string[]): boolean {
  console.log(`${name} ${found.length}`)
  for (const each of found) console.error(`${name}：${each}`)
  return found.length === 0
}

async function tortureUploads(count: number): Promise<boolean> {
  console.log(`取消上传 ${count} 次`)
  const lab = await openLab()
  const { left, cancelled, tooLate } = await cancelAtRandom(lab, { count, seed })
  await lab.close()
  console.log(`取消成功 ${cancelled}，取消前已完成 ${tooLate}`)
  return show('残留', left)
}

/** By Vitest, because only it can make a module graph of its own for each tab. */
function tortureChat(count: string, seed: string): boolean {
  console.log(`两个标签页在故障线路上发送 ${count} 条消息`)
  const env = { ...process.env, CHAT_SENDS: count, CHAT_SEED: seed }
  const command = ['run', 'tests/flows/chat-faults.test.ts', '--project', 'sqlite-fresh']
  return spawnSync('vitest', command, { env, stdio: 'inherit' }).status === 0
}
