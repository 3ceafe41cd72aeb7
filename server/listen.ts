import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { CODES } from '../src/lib/contract/envelope.ts'
import type { ListenTarget } from './config/config.ts'
import { API_HEADERS } from './http/security-headers.ts'
import type { App } from './http/types.ts'

/** After this time, running requests are interrupted. */
const PATIENCE_MS = 10_000
const IDLE_CHECK_MS = 50

export async function listen(app: App, place: ListenTarget): Promise<Server> {
  const server = createServer(getRequestListener(app.fetch, { errorHandler: answerUnreadable }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
  return server
}

export async function stopListening(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
  const release = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(cut)
  clearInterval(release)
}

function answerUnreadable(): Response {
  return Response.json(
    { code: CODES.invalid, message: '请求地址无效' },
    { status: CODES.invalid, headers: API_HEADERS },
  )
}
