import type { Server } from 'node:http'
import { join } from 'node:path'
import { createApp } from './app.ts'
import { catalogueFile } from './catalogue/catalogue-file.ts'
import { searchLibrary as openSearchLibrary } from './catalogue/search-library.ts'
import { Streams } from './chat/streams.ts'
import { deletionJobs } from './company/deletion.ts'
import type { Config } from './config/config.ts'
import { connect } from './db/connect.ts'
import { runDue } from './db/jobs.ts'
import type { Database } from './db/schema.ts'
import { giveInstallSecret } from './db/settings.ts'
import type { App } from './http/types.ts'
import type { Log } from './log.ts'
import { mailOutbox, smtpMail } from './news/mail.ts'
import { noteMessages, noticeJobs } from './news/notices.ts'
import { updateJobs, watchForUpdates } from './news/update-jobs.ts'
import { followSetting, hasOperators } from './operators/operators.ts'
import { RESERVATION_JOBS } from './reservations/reminder.ts'
import { noteFaults, openSecurityLog, type SecurityLog } from './security-log/security-log.ts'
import { aliyunSms } from './sms/aliyun-sms.ts'
import { smsOutbox } from './sms/gateway.ts'
import { configuredStorage } from './storage/configured-storage.ts'
import { scanHandlers, storageHandlers } from './storage/job-handlers.ts'
import { SWEEP_HANDLERS, scheduleSweeps } from './sweeps.ts'
import { openWeChat } from './wechat/wechat.ts'

export interface Backend {
  app: App
  db: Database
  /** Each runs the due jobs of its kinds; call them every few seconds. A slow lane holds up no other. */
  jobLanes: readonly (() => Promise<void>)[]
  /** Opens the ports of the local object store and of the metrics. @throws the system's error, such as EADDRINUSE */
  listen: () => Promise<void>
  announceStop: () => void
  stop: () => Promise<void>
  close: () => Promise<void>
}

/** @param print gets the lines for the person at the terminal @throws DatabaseUnavailableError, DataFolderInUseError, NewerDataError */
export async function openBackend(
  config: Config,
  given: Log,
  print: (line: string) => void,
): Promise<Backend> {
  const now = Date.now
  const measured = config.metricsPlace && (await import('./metrics.ts'))
  const metrics = measured?.openMetrics()
  let notes: SecurityLog | undefined
  const log = noteFaults(metrics?.countLines(given) ?? given, () => notes)
  const { db, changes, damage, close } = await connect(config.databaseUrl ?? config.dataDir, now)
  for (const words of damage) {
    log({ level: 'error', event: 'data-damaged', found: words })
    print(`注意：${words}`)
  }
  if (config.installSecret !== undefined) giveInstallSecret(db, config.installSecret)
  await scheduleSweeps(db, now())
  const gateway = config.sms ? aliyunSms(config.sms, now) : smsOutbox(config.dataDir, print, now)
  const sms = metrics?.countSent('sms', gateway) ?? gateway
  const mails = config.mail ? smtpMail(config.mail) : mailOutbox(config.dataDir, print, now)
  const mail = metrics?.countSent('mail', mails) ?? mails
  const wechat = config.wechat && openWeChat(config.wechat, now)
  const catalogue = catalogueFile(join(config.distDir, 'frontend/data/catalogue.json'), log)
  const searchLibrary = openSearchLibrary(config.distDir, log)
  const { storage, listen, stop, close: closeStorage } = await configuredStorage(config, { db, now, log })
  const securityLog = await openSecurityLog({ db, now, log })
  notes = securityLog
  securityLog.note({ event: 'started', actor: 'portal' })
  const { added, withdrawn } = await followSetting(db, config.operatorPhones, now())
  for (const phone of added) securityLog.note({ event: 'operator-added', actor: 'portal', phone })
  for (const phone of withdrawn) securityLog.note({ event: 'operator-withdrawn', actor: 'portal', phone })
  if (!(await hasOperators(db))) {
    print(
      '提示：现在没有运营人员，无人能进入工作台。请在 OPERATOR_PHONES 里写上手机号后重启；在工作台撤销过的号码，要先去掉并启动一次',
    )
    print('(nobody is an operator: name a phone in OPERATOR_PHONES that was not withdrawn at the desk)')
  }
  const handlers = {
    ...SWEEP_HANDLERS,
    ...RESERVATION_JOBS,
    ...updateJobs({ catalogue, searchLibrary }),
    ...deletionJobs(storage, securityLog),
    ...storageHandlers(storage, securityLog),
  }
  const stoppingJobs = new AbortController()
  const { signal } = stoppingJobs
  const scans = scanHandlers({ storage, securityLog, scanCommand: config.scanCommand, signal })
  const [origin = `http://localhost:${config.port}`] = config.publicOrigins
  const notices = noticeJobs({ sms, mail, wechat, origin, log })
  const noteUpdates = watchForUpdates(db, catalogue)
  const lanes = [
    async () => {
      await noteUpdates(now())
      await runDue(db, handlers, now, log, signal)
    },
    async () => {
      await runDue(db, scans, now, log, signal)
    },
    async () => {
      await noteMessages(db, now())
      await runDue(db, notices, now, log, signal)
    },
  ]
  const streams = new Streams(changes)
  metrics?.watch({ db, streams, dataDir: config.dataDir, now })
  let metricsServer: Server | undefined
  const flushing = setInterval(() => securityLog.flush(), 1000).unref()
  let stopping = false
  const isStopping = () => stopping
  return {
    app: createApp({
      db,
      streams,
      sms,
      mail,
      wechat,
      storage,
      catalogue,
      searchLibrary,
      config,
      isStopping,
      now,
      log,
      metrics,
      securityLog,
    }),
    db,
    announceStop: () => {
      stopping = true
    },
    jobLanes: lanes,
    listen: async () => {
      await listen()
      if (metrics && config.metricsPlace)
        metricsServer = await measured?.listenForMetrics(config.metricsPlace, metrics, log)
    },
    stop: () => {
      stoppingJobs.abort()
      streams.stop()
      metricsServer?.close()
      return stop()
    },
    close: async () => {
      clearInterval(flushing)
      await securityLog.flush({ all: true })
      await close()
      closeStorage()
    },
  }
}
