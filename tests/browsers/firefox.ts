#!/usr/bin/env node
/**
 * A proxy between Playwright and Firefox, which speak WebDriver BiDi. It answers the calls of Playwright 1.65 that Firefox
 * ESR 153 does not know, and types text by keys, as people do: Playwright's script fills fields in a way that React takes for
 * its own. For tree.ts it reads Firefox's own accessibility tree, which no page can.
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
const ASKS_FOR_TREE = /^\(?function accessibilityTree\(/
const ENTER = '\uE006'
/** To differ from Playwright's. */
const OWN_IDS_FROM = 2 ** 40
const { FIREFOX_PATH = '/usr/bin/firefox-esr' } = process.env

const firefox = spawn(
  ...endingWithUs(FIREFOX_PATH, [...process.argv.slice(2), '--remote-allow-system-access'], 'TERM'),
  {
    stdio: ['inherit', 'inherit', 'pipe'],
  },
)
firefox.on('exit', (code) => process.exit(code ?? 1))

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  if (address) offer(address)
  else process.stderr.write(`${line}\n`)
})

/** Prints its own address in Firefox's format. */
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
  const asked = new Map<number, (answer: { result?: object }) => void>()
  let lastId = 2 * OWN_IDS_FROM
  const ask = (method: string, params: object) =>
    new Promise<{ result?: object }>((resolve) => {
      lastId += 1
      asked.set(lastId, resolve)
      browser.send(JSON.stringify({ id: lastId, method, params }))
    })
  client.on('message', async (data) => {
    await opened
    const command = JSON.parse(String(data)) as Command
    const typed = textOf(command)
    if (ASKS_FOR_TREE.test(sourceOf(command))) client.send(success(command.id, await readTree(ask)))
    else if (typed !== undefined) browser.send(JSON.stringify(typing(command, typed)))
    else if (UNKNOWN.includes(command.method)) client.send(success(command.id, {}))
    else browser.send(String(data))
  })
  browser.on('message', (data) => {
    const answer = JSON.parse(String(data)) as { id?: number | null; type: string }
    const isOwn = (answer.id ?? 0) >= OWN_IDS_FROM
    const resolve = asked.get(answer.id ?? 0)
    if (resolve) resolve(answer as { result?: object })
    else if (!isOwn) client.send(String(data))
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

type Ask = (method: string, params: object) => Promise<{ result?: object }>

/** Answers Playwright's call. Only scripts of the browser itself see the tree. */
async function readTree(ask: Ask): Promise<object> {
  const { result } = await ask('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 })
  const [{ context } = {}] = (result as { contexts: { context?: string }[] }).contexts
  const answer = await ask('script.evaluate', { expression: READ, target: { context }, awaitPromise: true })
  return answer.result ?? answer
}

const READ = `(() => {
  // Stored, because the tree vanishes when the service is collected.
  const service = (window.accessibility ??= Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService))
  const { STATE_PRESSED, STATE_EXPANDED, STATE_COLLAPSED, STATE_INVALID } = Ci.nsIAccessibleStates
  const shown = [...Services.wm.getEnumerator('navigator:browser')]
    .flatMap(({ gBrowser }) => gBrowser.browsers)
    .findLast(({ currentURI }) => currentURI.schemeIs('http'))
  const told = []
  const visit = (node, parent) => {
    const state = {}
    node.getState(state, {})
    const kind = service.getStringRole(node.role)
    const has = (bit) => (state.value & bit) !== 0
    let live
    try {
      live = node.attributes.getStringProperty('live')
    } catch {}
    told.push({
      parent,
      role: kind === 'text leaf' ? 'text' : node.computedARIARole,
      name: node.name ?? '',
      states: {
        ...(node.description && { description: node.description }),
        ...((has(STATE_EXPANDED) || has(STATE_COLLAPSED)) && { expanded: has(STATE_EXPANDED) }),
        ...(kind === 'toggle button' && { pressed: has(STATE_PRESSED) }),
        ...(has(STATE_INVALID) && { invalid: true }),
        ...(live && { live }),
      },
    })
    const place = told.length - 1
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child, place)
  }
  const root = shown && service.getAccessibleFor(shown)
  if (root) visit(root, -1)
  return JSON.stringify(told)
})()`

/** Returns the text that Playwright would put into the focused field. */
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
