/**
 * A tab in a Chromium of its own. Chromium does not prerender for a page with an attached program, as Playwright is to each;
 * this program attaches to the tab, and through it to the visible and the prerendered page.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

const LATEST_MS = 20_000
const TURN_MS = 20

interface Told {
  id?: number
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: Each message of the protocol has another shape.
  result?: any
  // biome-ignore lint/suspicious/noExplicitAny: The same.
  params?: any
  error?: { message: string }
}

export async function openTab() {
  const folder = mkdtempSync(join(tmpdir(), 'tab-'))
  const browser = spawn(
    ...endingWithUs(
      process.env['CHROMIUM_PATH'] ?? chromium.executablePath(),
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--remote-debugging-port=0',
        `--user-data-dir=${folder}`,
      ],
      'TERM',
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise<string>((resolve, reject) => {
    browser.once('exit', () => reject(new Error('Chromium has ended')))
    browser.stderr.on('data', (text) => {
      const [found] = /ws:\/\/\S+/.exec(String(text)) ?? []
      if (found) resolve(found)
    })
  })
  const socket = new WebSocket(address)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))

  let count = 0
  const asked = new Map<number, { sessionId: string | undefined; tell: (told: Told) => void }>()
  /** Sessions: the visible page, then a prerendered one. */
  const pages: string[] = []
  /** Chromium's state of the prerendering. */
  let status = ''
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told
    if (told.id) asked.get(told.id)?.tell(told)
    const { sessionId, targetInfo } = told.params ?? {}
    if (told.method === 'Preload.prerenderStatusUpdated') status = told.params.status
    if (told.method === 'Target.attachedToTarget' && targetInfo.type === 'page') pages.push(sessionId)
    if (told.method !== 'Target.detachedFromTarget') return
    pages.splice(pages.indexOf(sessionId), 1)
    // Chromium never answers calls to a closed page.
    for (const question of asked.values())
      if (question.sessionId === sessionId) question.tell({ error: { message: 'the page has gone' } })
  })
  socket.addEventListener('close', () => {
    for (const { tell } of asked.values()) tell({ error: { message: 'Chromium has ended' } })
  })
  async function send(method: string, params: object = {}, sessionId?: string) {
    const id = ++count
    const { result, error } = await new Promise<Told>((resolve) => {
      asked.set(id, { sessionId, tell: resolve })
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
    asked.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true })
  const { sessionId: tab } = await send('Target.attachToTarget', { targetId, flatten: true })
  const watched = {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: true,
    filter: [{ type: 'page' }],
  }
  await send('Target.setAutoAttach', watched, tab)

  /** @param index 1 for the prerendered page */
  async function run(expression: string, index = 0) {
    const { result, exceptionDetails } = await send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      pages[index],
    )
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }
  async function point(selector: string, types: readonly string[]): Promise<void> {
    const place = await run(
      `(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return { x: box.x + 5, y: box.y + 5 } })()`,
    )
    for (const type of types)
      await send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 }, pages[0])
  }
  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    const latest = Date.now() + LATEST_MS
    while (!(await isSo())) {
      if (Date.now() > latest) throw new Error(`not so: ${isSo}`)
      await setTimeout(TURN_MS)
    }
  }
  return {
    send: (method: string, params: object = {}) => send(method, params, pages[0]),
    run,
    async goto(url: string): Promise<void> {
      await send('Preload.enable', {}, pages[0])
      await send('Page.navigate', { url }, pages[0])
      await until(() => run(`location.href === '${url}' && document.readyState === 'complete'`))
    },
    /** Waits until the linked page is prerendered, and its idle work is done. */
    async makeAhead(link: string): Promise<void> {
      await point(link, ['mouseMoved'])
      const idle =
        'new Promise((run) => requestIdleCallback(() => run(document.readyState === "complete"), { timeout: 5000 }))'
      // After sorting, a list has another link in that place: Chromium starts again.
      await until(
        () =>
          status === 'Ready' &&
          pages.length === 2 &&
          run(`document.prerendering && ${idle}`, 1).catch(() => false),
      )
    },
    async follow(link: string): Promise<void> {
      await point(link, ['mousePressed', 'mouseReleased'])
      await until(() => pages.length === 1)
      status = ''
    },
    async close(): Promise<void> {
      // Debian's command is a shell script around Chromium: a signal to it would leave Chromium running.
      await send('Browser.close')
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
