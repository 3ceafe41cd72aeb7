import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CODES } from '../src/lib/contract/envelope.ts'
import { advisoryRoutes } from './advisory/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { categoryRoutes } from './categories/categories.ts'
import { operatorChatRoutes } from './chat/operator-routes.ts'
import { ratingRoutes } from './chat/ratings.ts'
import { chatRoutes } from './chat/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { careRoutes } from './corrections/care.ts'
import { correctionRoutes } from './corrections/corrections.ts'
import { customerRoutes } from './customers/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { expertRoutes } from './experts/routes.ts'
import { addHealthRoutes } from './health.ts'
import { isApiPath, isProbePath } from './http/api-paths.ts'
import { Buckets } from './http/buckets.ts'
import { answerError, answerNotFound } from './http/errors.ts'
import { TransportFault } from './http/refusal.ts'
import { pageHeaders } from './http/security-headers.ts'
import type { App, AppEnv, Services } from './http/types.ts'
import { matchingRoutes } from './matching/routes.ts'
import { broadcastRoutes } from './news/broadcasts.ts'
import { messageRoutes } from './news/messages.ts'
import { savedSearchRoutes } from './news/saved-searches.ts'
import { reminderRoutes } from './news/settings.ts'
import { waysRoutes } from './news/ways.ts'
import { operatorRoutes } from './operators/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { packageRoutes } from './packages/packages.ts'
import { providerRoutes } from './providers/routes.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { securityLogRoutes } from './security-log/routes.ts'
import { sessionRoutes } from './sessions/own-sessions.ts'
import { smsRoutes } from './sms/routes.ts'
import { storageRoutes } from './storage/routes.ts'
import type { Storage } from './storage/storage.ts'
import { wechatRoutes } from './wechat/routes.ts'

const ROOMS = [
  advisoryRoutes,
  broadcastRoutes,
  careRoutes,
  catalogueRoutes,
  categoryRoutes,
  chatRoutes,
  operatorChatRoutes,
  ratingRoutes,
  companyRoutes,
  correctionRoutes,
  customerRoutes,
  documentRoutes,
  expertRoutes,
  matchingRoutes,
  messageRoutes,
  operatorRoutes,
  orderRoutes,
  packageRoutes,
  providerRoutes,
  reminderRoutes,
  reservationRoutes,
  savedSearchRoutes,
  securityLogRoutes,
  sessionRoutes,
  smsRoutes,
  storageRoutes,
  waysRoutes,
  wechatRoutes,
]

export function createApp(given: Omit<Services, 'buckets'>): App {
  const app = new Hono<AppEnv>()
  const services = { ...given, buckets: new Buckets() }
  app.use((context, next) => {
    context.set('services', { ...services, storage: storageFor(services, context.req.url) })
    return requestLog(context, next)
  })
  app.onError(answerError)
  app.notFound(answerNotFound)

  for (const mount of ROOMS.flat()) mount(app)
  app.use(pageHeaders)
  addHealthRoutes(app)
  refuseOtherMethods(app)
  return app
}

/** Returns the store under the name by which the browser called the portal, if that is one of the portal's names. */
function storageFor({ config, storage }: Services, url: string): Storage {
  const { hostname } = new URL(url)
  const names = [...config.publicOrigins].map((origin) => new URL(origin).hostname)
  return storage.forHost(names.includes(hostname) ? hostname : (names[0] ?? hostname))
}

function refuseOtherMethods(app: App): void {
  const methods = new Map<string, string[]>()
  for (const { method, path } of app.routes) {
    if (method !== 'ALL') methods.set(path, [...(methods.get(path) ?? []), method])
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw new TransportFault(CODES.wrongMethod, { Allow: allowed.join(', ') })
    })
  }
}

const DIGIT_RUN = /\d{6,}/g

/** Logs each answer with the request's id; not pages, assets and probes, which would bury the SMS codes on the terminal. */
const requestLog = createMiddleware<AppEnv>(async (context, next) => {
  const id = crypto.randomUUID()
  context.set('requestId', id)
  const startedMs = performance.now()
  await next()
  const { path, method } = context.req
  const { status } = context.res
  const ms = performance.now() - startedMs
  const { log, metrics } = context.get('services')
  metrics?.answered(method, context.get('call'), context.get('refusal') ?? status, ms)
  if (isProbePath(path) || (!isApiPath(path) && status < 500)) return
  log({
    level: 'info',
    event: 'request',
    method,
    path: path.replace(DIGIT_RUN, '*'),
    status,
    ms: Math.round(ms),
    request_id: id,
  })
})
