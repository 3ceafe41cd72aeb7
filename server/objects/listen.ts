/** Puts an object store on a port of its own: without web streams between, bytes go from socket to file. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Place } from '../config/config.ts'
import type { ObjectStore } from './object-store.ts'
import type { Answer } from './request.ts'

/** A connection without a byte for so long is over. */
const IDLE_MS = 120_000

/** After which a connection is cut, however slowly bytes still come. */
const TIME_LIMITS = {
  /** Said outright: without it Node takes the smaller one of its own and of `requestTimeout`. */
  headersTimeout: 60_000,
  /** A part of 10 MB at 3 KB/s. Files that are larger come in parts. */
  requestTimeout: 3_600_000,
  /** Longer than clients keep a connection, so that no connection closes under a new request. */
  keepAliveTimeout: 65_000,
}

/** Resolves when the port or the socket is open; port 0 takes a free one. @throws the system's error, such as EADDRINUSE */
export async function listenObjectStore(
  store: Pick<ObjectStore, 'handle'>,
  place: Place,
  limits: ServerOptions = TIME_LIMITS,
): Promise<Server> {
  const server = createServer(limits, (incoming, outgoing) => {
    answer(store, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.setTimeout(IDLE_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
  return server
}

async function answer(
  store: Pick<ObjectStore, 'handle'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  // Breaking off must not close the socket: the refusal still has to go out.
  const body = { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
  const { method = 'GET', url: target = '/' } = incoming
  await send(await store.handle({ method, target, headers, body }), incoming, outgoing)
}

async function send(reply: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  incoming.resume()
  const { status, headers, body } = reply
  if (body instanceof Readable) {
    outgoing.writeHead(status, headers)
    await pipeline(body, outgoing)
    return
  }
  const isBodiless = incoming.method === 'HEAD' || status === 204 || status === 304
  if (isBodiless) {
    outgoing.writeHead(status, headers).end()
  } else {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body ?? '') }).end(body)
  }
}
