/**
 * `npm run deploy:check [-- FILE]`: reports each setting of a real installation as missing, weak or fine, from the
 * environment or from a settings file for systemd. Exits with 1 when the server would not start with them.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment, getConfig } from '../server/config/config.ts'
import {
  examineSettings,
  examineSite,
  type Finding,
  withCredentials,
} from '../server/config/real-installation.ts'

const WORDS: Record<Finding['state'], string> = { missing: '缺少', wrong: '有误', weak: '偏弱', fine: '正常' }

export function examineFiles(env: Environment, file: string | undefined): Finding[] {
  const dataDir = env['DATA_DIR']?.trim() || '.data'
  const distDir = env['DIST_DIR']?.trim() || 'dist'
  return [
    ...(file === undefined ? [] : [examineRights(file, '只有所有者能读（chmod 600）')]),
    ...(existsSync(dataDir)
      ? [examineRights(dataDir, '只有服务的用户能进（chmod 700）'), examineWriting(dataDir)]
      : []),
    {
      name: distDir,
      state: existsSync(join(distDir, 'index.html')) ? 'fine' : 'missing',
      found: existsSync(join(distDir, 'index.html')) ? '有页面' : '没有页面',
      expected: '先运行 npm run build',
    },
  ]
}

function examineRights(path: string, expected: string): Finding {
  const mode = statSync(path).mode & 0o777
  return { name: path, state: mode & 0o077 ? 'weak' : 'fine', found: mode.toString(8), expected }
}

function examineWriting(dataDir: string): Finding {
  const expected = '运行本命令的用户（即服务的用户）能写'
  try {
    accessSync(dataDir, constants.W_OK)
    return { name: dataDir, state: 'fine', found: '能写', expected }
  } catch {
    return { name: dataDir, state: 'wrong', found: '不能写', expected }
  }
}

export function tableOf(findings: readonly Finding[]): string[] {
  const rank = Object.keys(WORDS)
  const rows = findings
    .toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state))
    .map(({ name, state, found, expected }) => [WORDS[state], name, found, state === 'fine' ? '' : expected])
  const head = ['结果', '设置', '现在', '应为']
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ''))),
  )
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** On a terminal a Chinese character is two columns wide. */
function widthOf(text: string): number {
  return [...text].reduce((width, character) => width + (character > '\u{2E7F}' ? 2 : 1), 0)
}

function otherProblems(env: Environment): string[] {
  try {
    getConfig(env, undefined, true)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

function run([file]: string[]): void {
  const settings: Environment = file === undefined ? process.env : parseEnv(readFileSync(file, 'utf8'))
  const env = withCredentials({ CREDENTIALS_DIRECTORY: process.env['CREDENTIALS_DIRECTORY'], ...settings })
  const findings = [
    ...examineSettings((name) => env[name]?.trim() || undefined),
    ...examineSite(),
    ...examineFiles(env, file),
  ]
  const problems = otherProblems(env)
  for (const line of [...tableOf(findings), ...problems]) console.log(line)
  const bad =
    findings.filter(({ state }) => state === 'missing' || state === 'wrong').length + problems.length
  const weak = findings.filter(({ state }) => state === 'weak').length
  console.log(
    bad > 0
      ? `\n${bad} 项不能用于正式运行，${weak} 项偏弱 (not ready)`
      : `\n可以正式运行，${weak} 项偏弱 (ready)`,
  )
  process.exitCode = bad > 0 ? 1 : 0
}

if (import.meta.main) run(process.argv.slice(2))
