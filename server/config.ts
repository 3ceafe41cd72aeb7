/** What the process was told from outside, checked once. Pure: the environment comes in as an argument. */
import { isPhone } from '../src/lib/rules/phone.ts'

export interface Config {
  port: number
  /** Folder of the embedded database, the SMS outbox and the lock. */
  dataDir: string
  /** Folder of the static export. */
  distDir: string
  /** Phones that log in as operators. */
  operatorPhones: ReadonlySet<string>
  /** Own origins for the Origin check; empty: the host of the request. */
  publicOrigins: ReadonlySet<string>
  /** How many proxies in front may be believed about X-Forwarded-For and X-Forwarded-Proto. */
  trustedProxyHops: number
  /** Check every answer against the contract: in tests and development. */
  checkAnswers: boolean
}

export type Environment = Record<string, string | undefined>

const DEFAULT_OPERATOR = '13900000000'

/** Every bad setting at once, in Chinese, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings. An empty value counts as not set.
 * @throws ConfigError naming each bad variable and what it should look like.
 */
export function getConfig(env: Environment): Config {
  const problems: string[] = []
  const read = (name: string) => env[name]?.trim() || undefined
  const list = (name: string) => (read(name) ?? '').split(',').flatMap((part) => part.trim() || [])
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const text = read(name) ?? String(fallback)
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    problems.push(`${name} 应为 ${min} 到 ${max} 之间的整数，现在是“${text}”`)
    return fallback
  }

  if (read('DATABASE_URL')) {
    problems.push('DATABASE_URL：当前版本只支持内置数据库，请去掉这项设置，数据保存在 DATA_DIR')
  }
  const operatorPhones = read('OPERATOR_PHONES') ? list('OPERATOR_PHONES') : [DEFAULT_OPERATOR]
  for (const phone of operatorPhones) {
    if (!isPhone(phone)) problems.push(`OPERATOR_PHONES 应为以逗号分隔的手机号，“${phone}”不是手机号`)
  }
  const publicOrigins = list('PUBLIC_ORIGINS')
  for (const origin of publicOrigins) {
    if (isOrigin(origin)) continue
    problems.push(`PUBLIC_ORIGINS 应为以逗号分隔的网址，形如 https://zhengce.example.cn，现在有“${origin}”`)
  }
  const config: Config = {
    port: integer('PORT', 4321, 0, 65_535),
    dataDir: read('DATA_DIR') ?? '.data',
    distDir: read('DIST_DIR') ?? 'dist',
    operatorPhones: new Set(operatorPhones),
    publicOrigins: new Set(publicOrigins),
    trustedProxyHops: integer('TRUSTED_PROXY_HOPS', 0, 0, 10),
    checkAnswers: read('NODE_ENV') === 'test' || read('NODE_ENV') === 'development',
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
