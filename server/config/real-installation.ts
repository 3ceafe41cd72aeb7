/** Settings that a portal for real visitors requires: the defaults of a trial would be holes. */
import { readdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { site } from '../../src/site.ts'
import { isOfInternet } from '../http/our-networks.ts'
import type { ReadSetting } from './group.ts'

/** The operator of a trial: the number may be anyone's. */
export const TRIAL_OPERATOR = '13900000000'
const SECRET_CHARS = 32
const SECRET_KINDS_OF_CHARS = 10

/** The state of one setting; `missing` and `wrong` prevent the start of a real installation. Never contains a secret. */
export interface Finding {
  name: string
  state: 'fine' | 'weak' | 'missing' | 'wrong'
  found: string
  expected: string
}

type State = Finding['state']

/** Real people will use it: it has an internet address, SMS that cost money, or a setting that says so. */
export function isRealInstallation(read: ReadSetting): boolean {
  const origins = (read('PUBLIC_ORIGINS') ?? '').split(',').map((origin) => origin.trim())
  return (
    read('NODE_ENV') === 'production' ||
    read('SMS_ACCESS_KEY_ID') !== undefined ||
    origins.some((origin) => origin.startsWith('https://') || isOfInternet(origin))
  )
}

export function examineSettings(read: ReadSetting): Finding[] {
  const finding = (name: string, expected: string, judge: (value: string | undefined) => State): Finding => {
    const value = read(name)
    const found = value === undefined ? '未设置' : SECRETS.has(name) ? '已设置' : value
    return { name, state: judge(value), found, expected }
  }
  const needed = (isGood: (value: string) => boolean) => (value: string | undefined) =>
    value === undefined ? 'missing' : isGood(value) ? 'fine' : 'wrong'
  return [
    finding('PUBLIC_ORIGINS', '访客看到的 https 网址', needed(isHttps)),
    finding(
      'TRUSTED_PROXY_HOPS',
      '前面代理的层数，1 到 10',
      needed((value) => value !== '0'),
    ),
    finding('EMBED_HOSTS', '不设：其他网站不能嵌入；要嵌入时逐个写 https 网址', (value = '') =>
      value.split(',').some((host) => host.trim() === '*' || host.trim().startsWith('http:'))
        ? 'weak'
        : 'fine',
    ),
    finding('BIND_ADDRESS', '只给本机代理时不设；代理在别的机器上时为内网地址', (value) =>
      value === '0.0.0.0' || value === '::' ? 'weak' : 'fine',
    ),
    finding('OPERATOR_PHONES', '运营人员自己的手机号，不能是试用号码', needed(hasNoTrialOperator)),
    finding('OPERATOR_FACTOR', '不设：运营人员进入工作台要用身份验证器', (value) =>
      value === 'optional' ? 'weak' : 'fine',
    ),
    finding(
      'INSTALL_SECRET',
      `至少 ${SECRET_CHARS} 个随机字符，如 openssl rand -hex 32 的结果`,
      needed(isSecret),
    ),
    smsFinding(read),
    filesFinding(read),
    finding('DATA_DIR', '程序目录之外的绝对路径，如 /var/lib/zhice', (value) =>
      value?.startsWith('/') ? 'fine' : 'weak',
    ),
    finding('DATABASE_URL', '另一台机器上的数据库加上 ?sslmode=verify-full；不设则用内置数据库', (value) =>
      value === undefined || isLocalOrEncrypted(value) ? 'fine' : 'weak',
    ),
  ]
}

export function examineSite(told: Readonly<Record<string, unknown>> = site): Finding[] {
  return TOLD_OF_OPERATOR.map((field): Finding => {
    const found = String(told[field] ?? '')
    return {
      name: `src/site.ts ${field}`,
      state: PLACEHOLDER.test(found) || found === '' ? 'weak' : 'fine',
      found: found || '没有写',
      expected: '运营单位自己的信息，改好后重新构建',
    }
  })
}

const TOLD_OF_OPERATOR = ['operator', 'address', 'hotline', 'email', 'icp', 'police', 'storage'] as const
const PLACEHOLDER = /示例|000-0000|@example\./

const SECRETS = new Set(['INSTALL_SECRET', 'DATABASE_URL', 'SMS_ACCESS_KEY_ID'])

function smsFinding(read: ReadSetting): Finding {
  const expected = '短信网关（docs/deploy-gateways.md）；开通之前可以明确写 SMS_OUTBOX=yes，验证码写入文件'
  if (read('SMS_ACCESS_KEY_ID') !== undefined)
    return { name: 'SMS_*', state: 'fine', found: '已设置', expected }
  if (read('SMS_OUTBOX') === 'yes') return { name: 'SMS_*', state: 'weak', found: 'SMS_OUTBOX=yes', expected }
  return { name: 'SMS_*', state: 'missing', found: '未设置', expected }
}

function filesFinding(read: ReadSetting): Finding {
  const expected = '浏览器到达文件端口的 https 网址，或阿里云（OSS_*，docs/deploy-gateways.md）'
  if (read('OSS_ACCESS_KEY_ID') !== undefined)
    return { name: 'OSS_*', state: 'fine', found: '已设置', expected }
  const url = read('OBJECTS_PUBLIC_URL')
  const state = url === undefined ? 'missing' : isHttps(url) ? 'fine' : 'wrong'
  return { name: 'OBJECTS_PUBLIC_URL', state, found: url ?? '未设置', expected }
}

function isHttps(origins: string): boolean {
  return origins.split(',').every((origin) => origin.trim() === '' || origin.trim().startsWith('https://'))
}

function hasNoTrialOperator(phones: string): boolean {
  return phones.split(',').every((phone) => phone.trim() !== TRIAL_OPERATOR)
}

export function isSecret(value: string): boolean {
  return value.length >= SECRET_CHARS && new Set(value).size >= SECRET_KINDS_OF_CHARS
}

function isLocalOrEncrypted(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const isLocal = ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isLocal || ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
}

export function isBindAddress(value: string): boolean {
  return isIP(value) !== 0 || value === 'localhost'
}

/** Adds the secrets that systemd decrypts into `CREDENTIALS_DIRECTORY`, each under the name of its setting. */
export function withCredentials(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const folder = env['CREDENTIALS_DIRECTORY']
  if (!folder) return env
  const names = readdirSync(folder).filter((name) => /^[A-Z][A-Z_]*$/.test(name))
  const given = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  return { ...env, ...Object.fromEntries(given) }
}
