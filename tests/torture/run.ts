/**
 * `npm run torture -- [PART…] [--kills=1000] [--postgres-kills=200] [--sessions=1000] [--uploads=300] [--sends=10000]
 * [--seed=…]`: kills of the server, at work and while it starts, on both databases; a kill of one of two processes; cancelled
 * and damaged uploads, 10,000 odd names on the wire and on the screen, chat messages over a bad connection. `npm run
 * test:rest` has short ones.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSchema, TEST_DATABASE_URL } from '../../server/testing/postgres.ts'
import { killPortal } from './kill-portal.ts'
import { killStarts } from './kill-starts.ts'
import { makeSite } from './make-site.ts'
import type { DataPlace } from './portal-process.ts'
import { seededRandom } from './random.ts'
import { killOneOfTwo } from './two-processes.ts'
import { cutLine, wearKeys } from './uploads/bad-lines.ts'
import { openLab } from './uploads/lab.ts'
import { judgeCut, judgeKeys } from './uploads/limits.ts'
import { roundTrip } from './uploads/name-round-trip.ts'
import { oddNames } from './uploads/odd-names.ts'
import { cancelAtRandom, flipBytes } from './uploads/random-uploads.ts'

const MAX_START_MS = 5000
const NAMES = 10_000
/** Share of kills during a start. */
const STARTS_SHARE = 0.2

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '1000' },
    'postgres-kills': { type: 'string', default: '200' },
    sessions: { type: 'string', default: '1000' },
    uploads: { type: 'string', default: '300' },
    sends: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)

/** In the order of the run. Each returns whether all checks passed. */
const PARTS: Readonly<Record<string, () => Promise<boolean> | boolean>> = {
  kills: () => tortureKills('SQLite', Number(values.kills), withFolder),
  'postgres-kills': () => tortureKills('PostgreSQL', Number(values['postgres-kills']), withPostgres),
  pair: () => torturePair(Number(values.sessions)),
  uploads: () => tortureUploads(Number(values.uploads), seed),
  names: showNames,
  chat: () => tortureChat(values.sends, values.seed),
}
const parts = positionals.length > 0 ? positionals : Object.keys(PARTS)
for (const part of parts) {
  const torture = PARTS[part]
  if (!torture) throw new Error(`没有“${part}”，可选：${Object.keys(PARTS).join('、')}`)
  if (!(await torture())) process.exitCode = 1
}

type WithPlace = (use: (place: DataPlace) => Promise<void>) => Promise<void>

async function withFolder(use: (place: DataPlace) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'torture-'))
  makeSite(folder)
  await use({ folder })
  rmSync(folder, { recursive: true })
}

/** Kills hit the portal, never the database. */
async function withPostgres(use: (place: DataPlace) => Promise<void>): Promise<void> {
  if (TEST_DATABASE_URL === '') throw new Error('需要 PostgreSQL：scripts/postgres.sh')
  const schema = await createSchema()
  await withFolder(({ folder }) => use({ folder, databaseUrl: schema.url }))
  await schema.drop()
}

async function tortureKills(name: string, kills: number, withPlace: WithPlace): Promise<boolean> {
  const atStart = Math.round(kills * STARTS_SHARE)
  console.log(`${name}：强行终止服务 ${kills} 次，其中首次启动和升级时 ${atStart} 次，种子 ${seed}`)
  const starts = await killStarts({ withPlace, kills: atStart, random: seededRandom(seed) })
  let isFine = show('启动中终止后', starts.faults)
  await withPlace(async (place) => {
    const report = await killPortal(place, kills - starts.kills, seed)
    const counts = Object.entries(report.acknowledged).map(([work, count]) => `${work} ${count}`)
    console.log(`确认过的操作：${counts.join('，')}；最慢启动 ${report.slowestStartMs} 毫秒`)
    const whole = [
      show('丢失', report.lost),
      show('残缺', report.halfStates),
      show('清理后残留', report.orphans),
    ]
    isFine &&= whole.every(Boolean) && report.slowestStartMs < MAX_START_MS
  })
  return isFine
}

async function torturePair(sessions: number): Promise<boolean> {
  console.log(`两个进程共用 PostgreSQL，${sessions} 位用户工作到一半时强行终止其中一个`)
  let isFine = true
  await withPostgres(async (place) => {
    const report = await killOneOfTwo(place, sessions)
    console.log(`确认过的操作 ${report.acknowledged}，被终止的进程没有回答 ${report.cutOff}`)
    const whole = [
      show('丢失或出错', report.lost),
      show('残缺', report.halfStates),
      show('清理后残留', report.orphans),
    ]
    isFine = whole.every(Boolean)
  })
  return isFine
}

/** Prints the number of findings, and each. */
function show(name: string, found: readonly string[]): boolean {
  console.log(`${name} ${found.length}`)
  for (const each of found) console.error(`${name}：${each}`)
  return found.length === 0
}

async function tortureUploads(count: number, seed: number): Promise<boolean> {
  const flips = Math.ceil((count * 2) / 3)
  console.log(`取消上传 ${count} 次，翻转字节 ${flips} 次`)
  const lab = await openLab()
  const { left, cancelled, tooLate } = await cancelAtRandom(lab, { count, seed })
  const { found, wrong } = await flipBytes(lab, { count: flips, seed })
  const wrongNames = await roundTrip(lab, oddNames(NAMES, seed))
  await lab.close()
  console.log(
    `取消成功 ${cancelled}，取消前已完成 ${tooLate}；有残留或没有取消 ${left.length}，翻转发现 ${found}，结果不对 ${wrong}`,
  )
  for (const rest of left) console.error(`残留：${rest}`)
  console.log(`名称 ${NAMES} 个，不一致 ${wrongNames.length}`)
  for (const name of wrongNames) console.error(`名称不一致：${JSON.stringify(name)}`)
  const areLinesFine = await tortureLines()
  return left.length + wrongNames.length + wrong === 0 && found === flips && areLinesFine
}

/** In real time: the browser waits as usual, without a signal that the connection is back. */
async function tortureLines(): Promise<boolean> {
  const lab = await openLab({ isPatient: true })
  const cut = await cutLine(lab, { bytes: 100_000_000, whileDown: () => sleep(30_000) })
  await lab.clear()
  const keys = await wearKeys(lab, { bytes: 60_000_000, lifeMs: 5000, bytesPerSecond: 1_000_000 })
  await lab.close()
  console.log(
    `断线 30 秒：重发 ${cut.resentBytes} 字节，恢复后 ${Math.round(cut.resumedAfterMs)} 毫秒继续；` +
      `凭证 5 秒：到期 ${keys.expiries} 次，更换 ${keys.renewals} 次，过早 ${keys.early} 次，重发已完成分片 ${keys.again} 个`,
  )
  const wrong = [...judgeCut(cut), ...judgeKeys(keys)]
  for (const each of wrong) console.error(`线路：${each}`)
  return wrong.length === 0
}

/** By Playwright, on the last build: each name is shown as text, and none runs. */
function showNames(): boolean {
  console.log(`在浏览器中显示 ${NAMES} 个名称`)
  const env = { ...process.env, ODD_NAMES: String(NAMES) }
  const command = ['test', 'tests/e2e/document-names.spec.ts']
  return spawnSync('playwright', command, { env, stdio: 'inherit' }).status === 0
}

/** By Vitest, because only it can make a module graph of its own for each tab. */
function tortureChat(count: string, seed: string): boolean {
  console.log(`两个标签页在故障线路上发送 ${count} 条消息`)
  const env = { ...process.env, CHAT_SENDS: count, CHAT_SEED: seed }
  const command = ['run', 'tests/flows/chat-faults.test.ts', '--project', 'sqlite-fresh']
  return spawnSync('vitest', command, { env, stdio: 'inherit' }).status === 0
}
