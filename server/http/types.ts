/** What every room of the server shares about one app. */
import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { Call } from '../../src/lib/contract/call.ts'
import type { LoadCatalogue } from '../catalogue/catalogue-file.ts'
import type { LoadLibrary } from '../catalogue/search-library.ts'
import type { Streams } from '../chat/streams.ts'
import type { Config } from '../config/config.ts'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/schema.ts'
import type { DiskReserve } from '../disk/reserve.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { MailGateway } from '../news/mail.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { SmsGateway } from '../sms/gateway.ts'
import type { Storage } from '../storage/storage.ts'
import type { WeChat } from '../wechat/wechat.ts'
import type { Buckets } from './buckets.ts'

/** What the app is made of; handlers find it in `context.var.services`. */
export interface Services {
  db: Database
  changes: Changes
  streams: Streams
  sms: SmsGateway
  mail: MailGateway
  /** Undefined: no account is configured. */
  wechat: WeChat | undefined
  /** The object store, as the browser of the request sees it. */
  storage: Storage
  catalogue: LoadCatalogue
  searchLibrary: LoadLibrary
  config: Config
  /** Whether the process was told to stop, and only finishes what it has. */
  isStopping: () => boolean
  /** The time in milliseconds since 1970; tests turn it. */
  now: () => number
  log: Log
  /** Told of every answer; undefined: nobody looks. */
  metrics?: Metrics | undefined
  /** How much of what they may do at once people have left. */
  buckets: Buckets
  /** Told of every write that found no room. */
  disk: DiskReserve
  /** Told by `noteEvent`. */
  securityLog: SecurityLog
}

export interface AppEnv {
  /** Set by the Node listener, absent in `app.request()`. */
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    services: Services
    requestId: string
    setsCookies?: true
    /** What `client.ts` has read of the request. */
    clientAddress?: string
    isHttps?: boolean
    /** The call that is answered, and who asks. */
    call?: Call
    person?: Customer | undefined
    /** The code of the refusal that is answered. */
    refusal?: number
    /** The security log knows of this request. */
    isNoted?: true
  }
}

export type App = Hono<AppEnv>
export type AppContext = Context<AppEnv>
