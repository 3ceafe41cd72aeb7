import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { Call } from '../../src/lib/contract/call.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { LoadLibrary } from '../catalogue/search-library.ts'
import type { Streams } from '../chat/streams.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/schema.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { MailGateway } from '../news/mail.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { SmsGateway } from '../sms/gateway.ts'
import type { Storage } from '../storage/storage.ts'
import type { WeChat } from '../wechat/wechat.ts'
import type { Buckets } from './buckets.ts'

export interface Services {
  db: Database
  streams: Streams
  sms: SmsGateway
  mail: MailGateway
  wechat: WeChat | undefined
  /** The object store, as the browser of the request sees it. */
  storage: Storage
  catalogue: LoadCatalogue
  searchLibrary: LoadLibrary
  config: Config
  /** Whether the process is stopping and only completes open requests. */
  isStopping: () => boolean
  now: () => number
  log: Log
  metrics?: Metrics | undefined
  buckets: Buckets
  securityLog: SecurityLog
}

export interface AppEnv {
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    services: Services
    requestId: string
    call?: Call
    person?: Customer | undefined
    refusal?: number
    isNoted?: true
  }
}

export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>
