/** `npm run torture -- [KILLS] [SEED]`: the long run of kills; a short one is in `npm test`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killDuringLogins } from './kill-logins.ts'
import { makeSite } from './make-site.ts'

const [kills = '200', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'torture-'))
makeSite(folder)
console.log(`在登录过程中强行终止服务 ${kills} 次，种子 ${seed}`)
const report = await killDuringLogins(folder, Number(kills), Number(seed))
console.log(
  `确认过的登录 ${report.acknowledged} 次，最慢启动 ${report.slowestStartMs} 毫秒，丢失 ${report.lost.length}`,
)
for (const loss of report.lost) console.error(`丢失：${loss}`)
rmSync(folder, { recursive: true })
process.exitCode = report.lost.length === 0 ? 0 : 1
