#!/usr/bin/env node
/**
 * A proxy between Playwright and Firefox, which speak WebDriver BiDi. It answers the calls of Playwright 1.65 that Firefox
 * ESR 153 does not know, and types text by keys, as people do: Playwright's script fills fields in a way that React takes for
 * its own.
 */
import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

interface Command {
  id: number
  method: string
  params: { target?: { context?: string }; arguments?: { value?: unknown }[] }
}

const UNKNOWN = ['emulation.setMediaFeaturesOverride']
const PUTS_TEXT = /window\.__pw_bidiInsertText\(/
const ENTER = '\uE006'
/** To differ from Playwright's. */
const OWN_IDS_FROM = 2 ** 40
const { FIREFOX_PATH = '/usr/bin/firefox-esr' } = process.env

const firefox = spawn(...endingWithUs(FIREFOX_PATH, process.argv.slice(2), 'TERM'), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
firefox.on('exit', (code) => process.exit(code ?? 1))

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  if (address) offer(address)
  else process.stderr.write(`${line}\n`)
})

function offer(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => {
    const { port } = server.address() as AddressInfo
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  })
  server.on('connection', (client, { url }) => join(client, new WebSocket(`${address}${url}`)))
}

function join(client: WebSocket, browser: WebSocket): void {
  const opened = new Promise((resolve) => browser.once('open', resolve))
  client.on('message', async (data) => {
    await opened
    const command = JSON.parse(String(data)) as Command
    const typed = textOf(command)
    if (typed !== undefined) browser.send(JSON.stringify(typing(command, typed)))
    else if (UNKNOWN.includes(command.method)) client.send(success(command.id, {}))
    else browser.send(String(data))
  })
  browser.on('message', (data) => {
    const answer = JSON.parse(String(data)) as { id?: number | null; type: string }
    const isOwn = (answer.id ?? 0) >= OWN_IDS_FROM
    if (!isOwn) client.send(String(data))
    else if (answer.type === 'success') {
      const nothing = { type: 'success', realm: '', result: { type: 'null' } }
      client.send(success(Number(answer.id) - OWN_IDS_FROM, nothing))
    } else client.send(JSON.stringify({ ...answer, id: Number(answer.id) - OWN_IDS_FROM }))
  })
  client.on('close', () => browser.close())
  browser.on('close', () => client.close())
}

function success(id: number, result: object): string {
  return JSON.stringify({ type: 'success', id, result })
}

function sourceOf({ method, params }: Command): string {
  return method === 'script.callFunction' ? String(params.arguments?.[3]?.value) : ''
}

function textOf(command: Command): string | undefined {
  const text = command.params.arguments?.[5]
  return PUTS_TEXT.test(sourceOf(command)) && typeof text?.value === 'string' ? text.value : undefined
}

function typing({ id, params }: Command, text: string) {
  const actions = [...text].flatMap((character) => {
    const value = character === '\n' ? ENTER : character
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]
  })
  return {
    id: id + OWN_IDS_FROM,
    method: 'input.performActions',
    params: { context: params.target?.context, actions: [{ type: 'key', id: 'typing', actions }] },
  }
}
