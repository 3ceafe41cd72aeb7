/** The API as one Hono app, without a port: served by index.ts, mounted in `astro dev`, asked by the tests. */
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { advisoryRoutes } from './advisory/routes.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { operatorChatRoutes } from './chat/operator-routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { companyRoutes } from './company/routes.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { expertRoutes } from './experts/routes.ts'
import { addHealthRoutes } from './health.ts'
import { Buckets } from './http/buckets.ts'
import { answerError, answerNotFound } from './http/errors.ts'
import { requestLog } from './http/request-log.ts'
import { pageHeaders } from './http/security-headers.ts'
import { servicesByHost } from './http/services-by-host.ts'
import type { App, AppEnv, Services } from './http/types.ts'
import { refuseOtherMethods } from './http/wrong-method.ts'
import { matchingRoutes } from './matching/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { operatorRoutes } from './operators/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { packageRoutes } from './packages/routes.ts'
import { providerRoutes } from './providers/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { savedSearchRoutes } from './saved-searches/routes.ts'
import { securityLogRoutes } from './security-log/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { smsRoutes } from './sms/routes.ts'
import { storageRoutes } from './storage/routes.ts'
import { wechatRoutes } from './wechat/routes.ts'

const ROOMS = [
  advisoryRoutes,
  broadcastRoutes,
  catalogueRoutes,
  categoryRoutes,
  chatRoutes,
  operatorChatRoutes,
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
  wechatRoutes,
]

/** Every API route, and the only onError and notFound. The pages are added behind it with `serveSite`. */
export function createApp(given: Omit<Services, 'buckets'>): App {
  const app = new Hono<AppEnv>({ router: new KnownPaths() })
  const servicesFor = servicesByHost({ ...given, buckets: new Buckets() })
  app.use((context, next) => {
    context.set('services', servicesFor(context.req.url))
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

type Found<T> = ReturnType<TrieRouter<T>['match']>

/** Finds the routes of a path without parameters once, and not at each of its requests. */
class KnownPaths<T> extends TrieRouter<T> {
  readonly #found = new Map<string, Map<string, Found<T>>>()

  override add(method: string, path: string, handler: T): void {
    super.add(method, path, handler)
    for (const byMethod of this.#found.values()) byMethod.clear()
    if (!/[:*]/.test(path)) this.#found.set(path, new Map())
  }

  override match(method: string, path: string): Found<T> {
    const byMethod = this.#found.get(path)
    const known = byMethod?.get(method)
    if (known) return known
    const found = super.match(method, path)
    byMethod?.set(method, found)
    return found
  }
}
