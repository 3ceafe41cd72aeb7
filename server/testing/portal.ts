/** A backend in one process for tests: with its own database, a clock to set, and codes to read, without a port. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { NO_RATES } from '../../src/lib/rules/worth/formula.ts'
import { createApp } from '../app.ts'
import type { LoadLibrary } from '../catalogue/search-library.ts'
import { Streams } from '../chat/streams.ts'
import { deletionJobs } from '../company/deletion.ts'
import { type Environment, getConfig } from '../config/config.ts'
import { connect } from '../db/connect.ts'
import { runDue } from '../db/jobs.ts'
import type { Connection, Database } from '../db/schema.ts'
import { openInMemory } from '../db/sqlite.ts'
import type { LogEntry } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Mail, MailGateway } from '../news/mail.ts'
import { noteMessages, noticeJobs } from '../news/notices.ts'
import { updateJobs, watchForUpdates } from '../news/update-jobs.ts'
import { QUICK_FOLDER } from '../objects/testing/quick-folder.ts'
import { followSetting } from '../operators/operators.ts'
import { noteFaults, openSecurityLog, type SecurityLog } from '../security-log/security-log.ts'
import type { SmsGateway } from '../sms/gateway.ts'
import { scanHandlers, storageHandlers } from '../storage/job-handlers.ts'
import { openLocalStorage } from '../storage/local-storage.ts'
import { isStillOpen } from '../storage/uploads.ts'
import { openWeChat } from '../wechat/wechat.ts'
import { Browser } from './browser.ts'
import { keepCatalogue, knownDocuments } from './kept-catalogue.ts'
import { addNeighbour, changedTables, readNeighbour } from './neighbour.ts'
import { borrowDatabase, TEST_DATABASE_URL } from './postgres.ts'

export const CATALOGUE: Catalogue = {
  built_at: '2026-11-20T08:00:00.000Z',
  news: [
    { id: 31, title: '认定办法常见问题', policy: 11 },
    { id: 32, title: '年度工作要点', policy: null },
  ],
  policies: [
    { id: 11, title: '高新技术企业认定管理办法', region: '000000' },
    { id: 12, title: '科技创新券实施细则', region: '440100' },
  ],
  rates: NO_RATES,
  items: [
    { id: 23, policy: null, title: '待补原文', region: '000000', window: { kind: 'unknown' } },
    { id: 22, policy: 12, title: '科技创新券', region: '440100', window: { kind: 'rolling' } },
    {
      id: 21,
      policy: 11,
      title: '高企认定',
      region: '000000',
      window: { kind: 'dated', opens: null, closes: '2026-11-21' },
    },
  ],
  logos: [{ name: '示例产业园', image: '/partners/park.svg' }],
  providers: [{ id: 4, title: '示例代理所' }],
  funds: [{ id: 3, title: '示例产业基金' }],
  loans: [
    {
      id: 1,
      title: '示例经营周转贷',
      lender: '示例银行一号',
      amount: { min: 100_000, max: 3_000_000 },
      months: { min: 3, max: 36 },
    },
  ],
}

/** The object store derives its keys from it. */
export const OBJECTS_SECRET = 'secret of a test'

export interface PortalOptions {
  env?: Environment
  catalogue?: Catalogue
  sendSms?: (phone: string, code: string) => Promise<void>
  /** Replaces the gateway that records mails. */
  mail?: MailGateway
  /** Adds `tell`, the template for every kind of news, or replaces gateways that record SMS. */
  noticeSms?: Partial<SmsGateway>
  metrics?: Metrics
  /** The documents of lists and search; by default those of the catalogue. */
  searchLibrary?: LoadLibrary
  /** False: without a company from before. */
  hasNeighbour?: boolean
}

export type TestPortal = Awaited<ReturnType<typeof openPortal>>

/**
 * Opens a portal at 2026-11-21 10:00 in China, on SQLite in memory or on PostgreSQL, with one company from before: the
 * neighbour. Close it after the test.
 */
export async function openPortal(options: PortalOptions = {}) {
  const clock = { ms: Date.parse('2026-11-21T10:00:00+08:00') }
  const codes = new Map<string, string>()
  const logs: LogEntry[] = []
  const now = () => clock.ms
  const { db, changes, close } = await openDatabase(now, options.hasNeighbour ?? true)
  const before = options.hasNeighbour === false ? new Map() : await readNeighbour(db)
  const send = async (phone: string, code: string) => {
    // Keeps the newest last.
    codes.delete(phone)
    codes.set(phone, code)
  }
  const reminders: { phone: string; policies: number; days: number }[] = []
  const newsBySms: { phone: string; policies: number }[] = []
  const sms: SmsGateway = {
    send: options.sendSms ?? send,
    remind: async (phone, reminder) => {
      reminders.push({ phone, ...reminder })
    },
    tellNews: async (phone, policies) => {
      newsBySms.push({ phone, policies })
    },
    ...options.noticeSms,
  }
  const mails: Mail[] = []
  const mail = options.mail ?? {
    send: async (sent: Mail) => {
      mails.push(sent)
    },
  }
  const config = getConfig({ NODE_ENV: 'test', ...options.env })
  await followSetting(db, config.operatorPhones, now())
  let notes: SecurityLog | undefined
  const log = noteFaults(
    (entry) => logs.push(entry),
    () => notes,
  )
  const objects = openObjects(db)
  const securityLog = await openSecurityLog({ db, now, log })
  notes = securityLog
  const built = {
    get catalogue(): Catalogue {
      return options.catalogue ?? CATALOGUE
    },
    set catalogue(next) {
      options.catalogue = next
    },
  }
  const catalogue = async () => keepCatalogue(built.catalogue)
  const searchLibrary = options.searchLibrary ?? (async () => knownDocuments(built.catalogue))
  const streams = new Streams(changes)
  const wechat = config.wechat && openWeChat(config.wechat, now)
  const app = createApp({
    db,
    streams,
    sms,
    mail,
    wechat,
    storage: objects.storage,
    catalogue,
    searchLibrary,
    config,
    isStopping: () => false,
    now,
    log,
    metrics: options.metrics,
    securityLog,
  })
  const storageJobs = {
    ...storageHandlers(objects.storage, securityLog),
    ...scanHandlers({ storage: objects.storage, securityLog, scanCommand: config.scanCommand }),
    ...deletionJobs(objects.storage, securityLog),
  }
  const noticeHandlers = noticeJobs({ sms, mail, wechat, origin: 'http://portal.test', log })
  const noteUpdates = watchForUpdates(db, catalogue)
  const browser = (origin?: string) => new Browser(app, origin)

  /** Returns a browser with a session of this phone. */
  const loggedIn = async (phone: string, origin?: string) => {
    const visitor = browser(origin)
    await visitor.post('/main/api/v1/sms', { phone })
    await visitor.post('/customer/api/v1/customer', { phone, captcha: codes.get(phone) })
    return visitor
  }
  return {
    /** Marks all sessions as proved just now. */
    proveAll: () =>
      db
        .updateTable('sessions')
        .set({ proved_at: clock.ms, factor_at: clock.ms })
        .where('customer_id', '>', 0)
        .execute(),
    app,
    db,
    changes,
    streams,
    clock,
    codes,
    /** The catalogue of the current build; tests replace it. */
    built,
    /** Reminders by SMS, oldest first. */
    smsReminders: reminders,
    /** SMS about saved conditions, oldest first. */
    newsBySms,
    /** Mails, oldest first. */
    mails,
    logs,
    browser,
    loggedIn,
    storage: objects.storage,
    securityLog,
    /** Returns the entries of the security log, oldest first. */
    securityEvents: async () => {
      await securityLog.flush({ all: true })
      return db.selectFrom('security_events').selectAll().orderBy('id').execute()
    },
    /** The object store, on the real clock. */
    objects: objects.store,
    /** Sends the due messages of the portal itself. */
    runUpdateJobs: async () => {
      await noteUpdates(now())
      while ((await runDue(db, updateJobs({ catalogue, searchLibrary }), now, log)) > 0);
    },
    /** Advances the clock, and sends notices by the chosen ways. */
    runNotices: async (minutes = 5) => {
      await noteMessages(db, now())
      clock.ms += minutes * MINUTE_MS
      while ((await runDue(db, noticeHandlers, now, log)) > 0);
    },
    /** Runs the due jobs of storage and deletions, also those that they schedule. */
    runStorageJobs: async () => {
      while ((await runDue(db, storageJobs, now, log)) > 0);
    },
    close: async () => {
      const changed = before.size === 0 ? [] : changedTables(before, await readNeighbour(db))
      streams.stop()
      await close()
      objects.close()
      if (changed.length > 0) throw new Error(`the neighbour's rows have changed: ${changed.join(', ')}`)
    },
  }
}

function openObjects(db: Database) {
  const folder = join(QUICK_FOLDER, `portal-objects-${randomUUID()}`)
  const { storage, store, close } = openLocalStorage({
    folder,
    secret: OBJECTS_SECRET,
    origins: new Set(),
    publicEndpoint: (hostname) => `http://${hostname}:4322`,
    admits: (grant) => isStillOpen(db, grant),
    onFault: (error) => {
      throw error
    },
  })
  const remove = () => {
    close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { storage, store, close: remove }
}

/** Images of migrated databases: a copy takes a tenth of the time of the migrations. */
const images: Partial<Record<'alone' | 'beside', Promise<Buffer>>> = {}

async function openDatabase(now: () => number, hasNeighbour: boolean): Promise<Connection> {
  if (!TEST_DATABASE_URL) {
    const kind = hasNeighbour ? 'beside' : 'alone'
    images[kind] ??= makeImage(now, hasNeighbour)
    return { ...(await openInMemory(now, await images[kind])), damage: [] }
  }
  const { url, giveBack } = await borrowDatabase()
  const { close, ...connection } = await connect(url, now)
  if (hasNeighbour) await addNeighbour(connection.db)
  return { ...connection, close: () => close().then(giveBack) }
}

async function makeImage(now: () => number, hasNeighbour: boolean): Promise<Buffer> {
  const { db, close, takeImage } = await openInMemory(now)
  if (hasNeighbour) await addNeighbour(db)
  const image = takeImage()
  await close()
  return image
}
