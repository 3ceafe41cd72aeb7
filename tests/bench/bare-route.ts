/** The reference for the server's throughput: one Hono route that does nothing, on the same listener and headers. */
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { listen } from '../../server/listen.ts'

const app = new Hono().get('/bare', (context) => context.json({ code: 200 }))
const server = await listen(app as never, { port: 0, host: '127.0.0.1' })
console.log(`http://localhost:${(server.address() as AddressInfo).port}/bare`)
