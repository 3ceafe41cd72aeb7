/** A fake external service on a port of this machine, for tests of the gateways. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  method: string
  /** Path and query, as sent. */
  target: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Reply {
  status?: number
  /** Anything but a string is sent as JSON. */
  body: unknown
}

/** `reply` may be changed in the middle of a test. Close it after the test. */
export async function openUpstream(reply: (asked: Asked) => Reply | Promise<Reply>) {
  const asked: Asked[] = []
  const upstream = { reply, asked, url: '', close }
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: target = '', headers } = incoming
    const request = { method, target, headers, body: await text(incoming) }
    asked.push(request)
    const { status = 200, body } = await upstream.reply(request)
    outgoing.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return upstream

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

export type Upstream = Awaited<ReturnType<typeof openUpstream>>
