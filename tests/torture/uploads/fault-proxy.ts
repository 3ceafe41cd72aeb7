/** A proxy between a browser and the object store that causes the faults of networks and servers. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault =
  /** Breaks the connection after this many bytes of the body. */
  | { kind: 'cut'; afterBytes: number }
  /** The store does the work, and the answer is lost. */
  | { kind: 'lose answer' }
  | { kind: 'answer'; status: number; code: string }
  /** Flips one bit of the body. */
  | { kind: 'flip'; atByte: number }

export interface Passed {
  method: string
  target: string
  bytes: number
  status: number
}

export interface FaultProxy {
  origin: string
  log: Passed[]
  choose: (passed: Passed, headers: IncomingMessage['headers']) => Fault | undefined
  /** While it is down, nothing passes, and bytes under way are lost. */
  setDown: (isDown: boolean) => void
  close: () => Promise<void>
}

/** @param storePort of the store on this machine */
export async function openFaultProxy(storePort: number): Promise<FaultProxy> {
  let isDown = false
  const proxy: Omit<FaultProxy, 'origin' | 'close'> = {
    log: [],
    choose: () => undefined,
    setDown: (down) => {
      isDown = down
      if (down) server.closeAllConnections()
    },
  }
  const server = createServer((incoming, outgoing) => {
    const passed = { method: incoming.method ?? '', target: incoming.url ?? '', bytes: 0, status: 0 }
    proxy.log.push(passed)
    const fault = proxy.choose(passed, incoming.headers)
    pass({ incoming, outgoing, passed, storePort, fault })
  })
  server.on('connection', (socket) => isDown && socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, { origin: `http://localhost:${port}`, close: () => close(server) })
}

interface Passing {
  incoming: IncomingMessage
  outgoing: ServerResponse
  passed: Passed
  storePort: number
  fault: Fault | undefined
}

function pass({ incoming, outgoing, passed, storePort, fault }: Passing): void {
  const hangUp = () => incoming.socket.destroy()
  if (fault?.kind === 'answer') {
    const { status, code } = fault
    incoming.resume()
    incoming.on('end', () => {
      passed.status = status
      outgoing.writeHead(status, { 'content-type': 'application/xml' })
      outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
    })
    return
  }
  const { method, url: path, headers } = incoming
  const onward = request({ port: storePort, host: '127.0.0.1', method, path, headers }, (answer) => {
    if (fault?.kind === 'lose answer') {
      answer.resume()
      answer.on('end', hangUp)
      return
    }
    passed.status = answer.statusCode ?? 0
    outgoing.writeHead(passed.status, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', hangUp)
  outgoing.on('close', () => outgoing.writableEnded || onward.destroy())
  incoming.on('data', (chunk: Buffer) => {
    const before = passed.bytes
    passed.bytes += chunk.length
    if (fault?.kind === 'cut' && passed.bytes > fault.afterBytes) {
      onward.destroy()
      hangUp()
      return
    }
    const at = fault?.kind === 'flip' ? fault.atByte - before : -1
    if (at >= 0 && at < chunk.length) chunk[at] = (chunk[at] ?? 0) ^ 1
    onward.write(chunk)
  })
  incoming.on('end', () => onward.end())
  incoming.on('error', () => onward.destroy())
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
