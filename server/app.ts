/** The API as one Hono app, without a port: served by index.ts, mounted in `astro dev`, asked by the tests. */
import { Hono } from 'hono'
import { answerError, answerNotFound } from './http/errors.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { App, AppEnv, Services } from './http/types.ts'
import { refuseOtherMethods } from './http/wrong-method.ts'
import { addCustomerRoutes } from './routes/customer.ts'
import { addHomeRoutes } from './routes/home.ts'
import { addMessageRoutes } from './routes/message.ts'
import { addSmsRoutes } from './routes/sms.ts'

/** Every API route, and the only onError and notFound. The pages are added behind it with `serveSite`. */
export function createApp(services: Services): App {
  const app = new Hono<AppEnv>()
  app.use(async (context, next) => {
    context.set('services', services)
    await next()
  })
  app.use(requestLog, securityHeaders)
  app.onError(answerError)
  app.notFound(answerNotFound)

  addSmsRoutes(app)
  addCustomerRoutes(app)
  addMessageRoutes(app)
  addHomeRoutes(app)
  refuseOtherMethods(app)
  return app
}
