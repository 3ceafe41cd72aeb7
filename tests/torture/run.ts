/**
 * `npm run torture -- [KILLS] [SEED] [UPLOADS] [SENDS]`: kills of the server, cancelled and damaged uploads, 10,000 odd
 * names through the wire and on the screen, chat messages through a bad line; short runs are in `npm test`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killPortal } from './kill-portal.ts'
import { makeSite } from './make-site.ts'
import { cutLine, wearKeys } from './uploads/bad-lines.ts'
import { openLab } from './uploads/lab.ts'
import { judgeCut, judgeKeys } from './uploads/limits.ts'
import { roundTrip } from './uploads/name-round-trip.ts'
import { oddNames } from './uploads/odd-names.ts'
import { cancelAtRandom, flipBytes } from './uploads/random-uploads.ts'

const MAX_START_MS = 5000
const NAMES = 10_000

const [kills = '200', seed = String(Date.now() % 1_000_000), uploads = '300', sends = '10000'] =
  process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'torture-'))
makeSite(folder)
console.log(`在登录、咨询和上传过程中强行终止服务 ${kills} 次，种子 ${seed}`)
const { acknowledged, lost, halfStates, slowestStartMs } = await killPortal(
  folder,
  Number(kills),
  Number(seed),
)
const counts = Object.entries(acknowledged).map(([name, count]) => `${name} ${count}`)
console.log(`确认过的操作：${counts.join('，')}`)
console.log(`丢失 ${lost.length}，残缺 ${halfStates.length}，最慢启动 ${slowestStartMs} 毫秒`)
for (const loss of lost) console.error(`丢失：${loss}`)
for (const half of halfStates) console.error(`残缺：${half}`)
rmSync(folder, { recursive: true })
const passed = lost.length === 0 && halfStates.length === 0 && slowestStartMs < MAX_START_MS
const uploadsPassed = await tortureUploads(Number(uploads), Number(seed))
const namesPassed = showNames()
const sendsPassed = tortureChat(sends, seed)
process.exitCode = passed && uploadsPassed && namesPassed && sendsPassed ? 0 : 1

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

/** In real time: the browser waits as it does, and nobody tells it that the line is back. */
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

/** By Playwright, on the last build: each name is drawn, and none is run. */
function showNames(): boolean {
  console.log(`在浏览器中显示 ${NAMES} 个名称`)
  const env = { ...process.env, ODD_NAMES: String(NAMES) }
  const command = ['test', 'tests/e2e/document-names.spec.ts']
  return spawnSync('playwright', command, { env, stdio: 'inherit' }).status === 0
}

/** By Vitest: tabs of one browser are module graphs of their own, which only it can make. */
function tortureChat(count: string, seed: string): boolean {
  console.log(`两个标签页在故障线路上发送 ${count} 条消息`)
  const env = { ...process.env, CHAT_SENDS: count, CHAT_SEED: seed }
  const command = ['run', 'tests/flows/chat-faults.test.ts', '--project', 'sqlite-fresh']
  return spawnSync('vitest', command, { env, stdio: 'inherit' }).status === 0
}
