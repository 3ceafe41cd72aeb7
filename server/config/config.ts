import * as v from 'valibot'
import { mailAddress } from '../../src/lib/contract/account/ways.ts'
import { isPhone } from '../../src/lib/rules/text/phone.ts'
import type { MailSettings } from '../news/mail.ts'
import type { AliyunSmsSettings } from '../sms/aliyun-sms.ts'
import type { WeChatSettings } from '../wechat/platform.ts'
import { isHost, isOrigin, type ReadSetting, readGroup, readOrigin } from './group.ts'
import { type ObjectsConfig, readObjects } from './objects.ts'

import {
  examineSettings,
  type Finding,
  isBindAddress,
  isRealInstallation,
  isSecret,
  TRIAL_OPERATOR,
} from './real-installation.ts'

export interface Config {
  port: number
  bindAddress: string
  /** Sockets that the service manager keeps open across restarts; undefined when the server opens ports itself. */
  sockets: { site: ListenTarget; files: ListenTarget } | undefined
  metricsPlace: { host: string; port: number } | undefined
  /** URL of a PostgreSQL, with its password; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  distDir: string
  /** The export is one of `npm run preview:branch`: search engines must not index it. */
  isPreview: boolean
  /** Phones that become operators at the start (operators/operators.ts). */
  operatorPhones: ReadonlySet<string>
  /** Whether the desk requires a second factor; else it is optional. */
  requiresFactor: boolean
  publicOrigins: ReadonlySet<string>
  /** Sites that may embed /embed/…: origins, `https://*.example.cn` for all subdomains, `*` for all sites. */
  embedHosts: readonly string[]
  trustedProxyHops: number
  hstsSubdomains: boolean
  /** How long a stopping process still accepts requests, until balancers notice. */
  drainSeconds: number
  /** The company id that the site's pages use for the portal itself; undefined for the operating company's. */
  siteCompanyId: number | undefined
  /** Undefined: made at the first start and stored in the database. */
  installSecret: string | undefined
  scanCommand: string | undefined
  sms: AliyunSmsSettings | undefined
  /** Undefined: mails go to the outbox. */
  mail: MailSettings | undefined
  /** Undefined: pages have no signature for sharing in WeChat. */
  wechat: WeChatSettings | undefined
  objects: ObjectsConfig
  checkAnswers: boolean
}

export type ListenTarget = { port: number; host: string } | { fd: number }

export type Environment = Record<string, string | undefined>

/** systemd's protocol: the sockets of the unit follow the three standard streams, in their order. */
const SOCKETS = { site: { fd: 3 }, files: { fd: 4 } }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings; empty ones count as not set. @param pid of this process, for its sockets @throws ConfigError */
export function getConfig(
  env: Environment,
  pid?: number,
  isTrial = pid === undefined && env['NODE_ENV'] === 'test',
): Config {
  const problems: string[] = []
  const read = (name: string) => env[name]?.trim() || undefined
  const list = (name: string) => (read(name) ?? '').split(',').flatMap((part) => part.trim() || [])
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const text = read(name) ?? String(fallback)
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    problems.push(`${name} 应为 ${min} 到 ${max} 之间的整数，现在是“${text}”`)
    return fallback
  }

  const databaseUrl = read('DATABASE_URL')
  if (databaseUrl !== undefined && !isDatabaseUrl(databaseUrl)) {
    // Without the value, which contains a password.
    problems.push(
      'DATABASE_URL 应形如 postgres://用户:密码@主机:5432/数据库，密码里的特殊字符写成 %XX；不设则使用内置数据库',
    )
  }
  const isReal = !isTrial && isRealInstallation(read)
  const defaultOperators = databaseUrl === undefined && !isReal ? [TRIAL_OPERATOR] : []
  const operatorPhones = read('OPERATOR_PHONES') ? list('OPERATOR_PHONES') : defaultOperators
  for (const phone of operatorPhones) {
    if (!isPhone(phone)) problems.push(`OPERATOR_PHONES 应为以逗号分隔的手机号，“${phone}”不是手机号`)
  }
  const publicOrigins = list('PUBLIC_ORIGINS')
  for (const origin of publicOrigins) {
    if (isOrigin(origin)) continue
    problems.push(`PUBLIC_ORIGINS 应为以逗号分隔的网址，形如 https://zhengce.example.cn，现在有“${origin}”`)
  }
  const embedHosts = list('EMBED_HOSTS')
  for (const host of embedHosts) {
    if (isHost(host)) continue
    problems.push(
      `EMBED_HOSTS 应为以逗号分隔的网址，形如 https://www.example.cn、https://*.example.cn，* 表示所有网站，现在有“${host}”`,
    )
  }
  const bindAddress = read('BIND_ADDRESS') ?? '127.0.0.1'
  if (!isBindAddress(bindAddress)) {
    problems.push(
      `BIND_ADDRESS 应为本机的一个地址，如 127.0.0.1、10.0.0.5，0.0.0.0 表示所有地址，现在是“${bindAddress}”`,
    )
  }
  const installSecret = read('INSTALL_SECRET')
  if (installSecret !== undefined && !isReal && !isSecret(installSecret)) {
    problems.push('INSTALL_SECRET 太短或太简单，可以用 openssl rand -hex 32 的结果')
  }
  const port = integer('PORT', 4321, 0, 65_535)
  const objectsPort = integer('OBJECTS_PORT', port && Math.min(port + 1, 65_535), 0, 65_535)
  const objects = readObjects(read, problems, objectsPort)
  const hasSockets = pid !== undefined && read('LISTEN_PID') === String(pid)
  if (hasSockets && read('LISTEN_FDS') !== '2')
    problems.push('LISTEN_FDS 应为 2：zhice@.socket 里有两个 ListenStream，先网站，后文件')
  if (hasSockets && objects.kind === 'local' && objects.publicUrl === undefined)
    problems.push('OBJECTS_PUBLIC_URL 应为浏览器取文件的网址：systemd 打开的接口没有端口')
  const config: Config = {
    port,
    bindAddress,
    sockets: hasSockets ? SOCKETS : undefined,
    metricsPlace: readMetricsPlace(read, problems),
    databaseUrl,
    dataDir: read('DATA_DIR') ?? '.data',
    distDir: read('DIST_DIR') ?? 'dist',
    isPreview: read('PREVIEW_OF') !== undefined,
    operatorPhones: new Set(operatorPhones),
    requiresFactor: requiresFactor(read, problems, isReal),
    publicOrigins: new Set(publicOrigins),
    embedHosts,
    trustedProxyHops: integer('TRUSTED_PROXY_HOPS', 0, 0, 10),
    hstsSubdomains: integer('HSTS_SUBDOMAINS', 0, 0, 1) === 1,
    drainSeconds: integer('DRAIN_SECONDS', 0, 0, 300),
    siteCompanyId: read('SITE_COMPANY_ID') ? integer('SITE_COMPANY_ID', 1, 1, 999_999_999) : undefined,
    installSecret,
    scanCommand: read('SCAN_COMMAND'),
    sms: readSms(read, problems),
    mail: readMail(read, problems, publicOrigins),
    wechat: readWeChat(read, problems, publicOrigins),
    objects,
    checkAnswers: read('NODE_ENV') === 'test' || read('NODE_ENV') === 'development',
  }
  if (isReal) problems.push(...examineSettings(read).flatMap(problemOf))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function readMetricsPlace(read: ReadSetting, problems: string[]): Config['metricsPlace'] {
  const value = read('METRICS_LISTEN')
  if (value === undefined) return undefined
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? []
  if (isBindAddress(host) && Number(port) <= 65_535) return { host, port: Number(port) }
  problems.push(`METRICS_LISTEN 应为地址和端口，形如 127.0.0.1:9464，现在是“${value}”`)
  return undefined
}

function requiresFactor(read: ReadSetting, problems: string[], isReal: boolean): boolean {
  const value = read('OPERATOR_FACTOR') ?? (isReal ? 'required' : 'optional')
  if (value !== 'required' && value !== 'optional') {
    problems.push(`OPERATOR_FACTOR 应为 required 或 optional，现在是“${value}”`)
  }
  return value !== 'optional'
}

function problemOf({ name, state, found, expected }: Finding): string[] {
  if (state === 'fine' || state === 'weak') return []
  return [`${name} 现在是“${found}”，正式使用应为：${expected}`]
}

/** A server (or, in `?host=`, the folder of its socket) and a database. */
function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, searchParams, username, password } = new URL(text)
  const isDecodable = !/%(?![\da-f]{2})/i.test(username + password)
  return isDecodable && (hostname !== '' || searchParams.has('host')) && /^\/[^/]+$/.test(pathname)
}

const SMS = ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE_CODE'] as const
const WECHAT = ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'] as const

function readSms(read: ReadSetting, problems: string[]): AliyunSmsSettings | undefined {
  const group = readGroup(read, problems, SMS, ['SMS_ENDPOINT'])
  return (
    group && {
      accessKeyId: group.SMS_ACCESS_KEY_ID,
      accessKeySecret: group.SMS_ACCESS_KEY_SECRET,
      signName: group.SMS_SIGN_NAME,
      templateCode: group.SMS_TEMPLATE_CODE,
      reminderTemplateCode: read('SMS_REMINDER_TEMPLATE_CODE'),
      newsTemplateCode: read('SMS_NEWS_TEMPLATE_CODE'),
      noticeTemplateCode: read('SMS_NOTICE_TEMPLATE_CODE'),
      endpoint: readOrigin(read, problems, 'SMS_ENDPOINT', 'https://dysmsapi.aliyuncs.com'),
    }
  )
}

/** @param publicOrigins origins that get signatures; without any, a caller could claim a foreign host as ours */
function readWeChat(
  read: ReadSetting,
  problems: string[],
  publicOrigins: readonly string[],
): WeChatSettings | undefined {
  const group = readGroup(read, problems, WECHAT, ['WECHAT_ENDPOINT'])
  if (group && publicOrigins.length === 0) {
    problems.push('设置了 WECHAT_* 时必须设置 PUBLIC_ORIGINS，只有其中网址的页面能分享到微信')
  }
  return (
    group && {
      appId: group.WECHAT_APP_ID,
      appSecret: group.WECHAT_APP_SECRET,
      templateId: read('WECHAT_TEMPLATE_ID'),
      endpoint: readOrigin(read, problems, 'WECHAT_ENDPOINT', 'https://api.weixin.qq.com'),
    }
  )
}

const SMTP = ['SMTP_HOST', 'SMTP_FROM'] as const
const SMTP_OTHERS = ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_SECURITY']
const SECURITIES = ['tls', 'starttls', 'none'] as const

function readMail(
  read: ReadSetting,
  problems: string[],
  publicOrigins: readonly string[],
): MailSettings | undefined {
  const group = readGroup(read, problems, SMTP, SMTP_OTHERS)
  if (!group) return undefined
  const [, name = '', inner] = /^([^<>"\r\n]*)<([^<>]*)>$/.exec(group.SMTP_FROM) ?? []
  const address = inner ?? group.SMTP_FROM
  if (!v.is(mailAddress, address)) problems.push('SMTP_FROM 应为发件人，形如 知策 <notice@example.cn>')
  const port = read('SMTP_PORT') ?? '465'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    problems.push(`SMTP_PORT 应为 1 到 65535 之间的整数，现在是“${port}”`)
  const named = read('SMTP_SECURITY') ?? (port === '465' ? 'tls' : 'starttls')
  const security = SECURITIES.find((each) => each === named)
  if (!security) problems.push(`SMTP_SECURITY 应为 tls、starttls 或 none，现在是“${named}”`)
  const [user, pass] = [read('SMTP_USER'), read('SMTP_PASSWORD')]
  if ((user === undefined) !== (pass === undefined))
    problems.push('SMTP_USER、SMTP_PASSWORD 应全部设置或全部不设')
  if (security === 'none' && user !== undefined)
    problems.push('SMTP_SECURITY=none 时不能有 SMTP_USER：密码会以明文发送')
  if (publicOrigins.length === 0)
    problems.push('设置了 SMTP_* 时必须设置 PUBLIC_ORIGINS，邮件里的链接用其中第一个网址')
  return {
    host: group.SMTP_HOST,
    port: Number(port),
    security: security ?? 'tls',
    auth: user !== undefined && pass !== undefined ? { user, pass } : undefined,
    from: { name: name.trim(), address },
  }
}
