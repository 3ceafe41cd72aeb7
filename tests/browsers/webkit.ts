/** Debian's WebKitGTK, driven by its own WebDriver on a virtual screen, with Playwright's interface. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { endingWithUs } from '../../server/testing/end-with-us.ts'
import type { BrowserPage, Cookie, Named, Payload, Role, Target } from './page.ts'

const { WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver' } = process.env
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
/** Its toolbar would keep the window wider than a phone. */
const NO_BAR = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }'
const PATIENCE_MS = 20_000
const QUERIES = readFileSync(
  join(import.meta.dirname, 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

type Wanted = { text: string; exact: boolean } | { source: string; flags: string }
type Step =
  | { by: 'role'; role: Role; name?: Wanted }
  | { by: 'label' | 'text' | 'hasText'; text: Wanted }
  | { by: 'css'; css: string }
  | { by: 'nth'; index: number }

export async function openWebKit(origin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NO_BAR)
  const screen = spawn(...endingWithUs('Xvfb', ['-displayfd', '3', '-screen', '0', '2000x1300x24']), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(
    createInterface({ input: screen.stdio[3] as NodeJS.ReadableStream }),
    'line',
  )) as [string]
  const { driver, port } = await startDriver({
    ...process.env,
    DISPLAY: `:${display}`,
    XDG_CONFIG_HOME: folder,
    TZ: 'Asia/Shanghai',
  })
  const options = { binary: BROWSER, args: ['--automation'] }
  return {
    async newPage() {
      const session = await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
        .build()
      return { page: new WebKitPage(session, origin, folder), close: () => session.quit() }
    },
    async close() {
      for (const child of [driver, screen]) await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Retries on another port if this one is taken: the driver does not choose one itself. */
async function startDriver(env: NodeJS.ProcessEnv): Promise<{ driver: ChildProcess; port: number }> {
  const port = await findFreePort()
  const driver = spawn(...endingWithUs(WEBKIT_DRIVER, [`--port=${port}`], 'TERM'), { stdio: 'ignore', env })
  const isUp = await untilReached(async () => {
    if (driver.exitCode !== null) return false
    return (await fetch(`http://127.0.0.1:${port}/status`)).ok
  })
  return isUp ? { driver, port } : startDriver(env)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReached<Result>(attempt: () => Promise<Result>) {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (reason) {
      if (Date.now() > deadline) throw reason
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

class WebKitPlace {
  readonly session: WebDriver
  readonly folder: string
  readonly steps: readonly Step[]

  constructor(session: WebDriver, folder: string, steps: readonly Step[] = []) {
    this.session = session
    this.folder = folder
    this.steps = steps
  }

  getByRole(role: Role, { name, exact }: Named = {}): Target {
    return this.step({ by: 'role', role, ...(name !== undefined && { name: wanted(name, exact) }) })
  }
  getByLabel(text: string | RegExp, { exact }: { exact?: boolean } = {}): Target {
    return this.step({ by: 'label', text: wanted(text, exact) })
  }
  getByText(text: string | RegExp, { exact }: { exact?: boolean } = {}): Target {
    return this.step({ by: 'text', text: wanted(text, exact) })
  }
  locator(css: string): Target {
    return this.step({ by: 'css', css })
  }
  protected step(step: Step): WebKitTarget {
    return new WebKitTarget(this.session, this.folder, [...this.steps, step])
  }
}

function wanted(text: string | RegExp, exact = false): Wanted {
  return typeof text === 'string' ? { text, exact } : { source: text.source, flags: text.flags }
}

class WebKitTarget extends WebKitPlace implements Target {
  first(): Target {
    return this.nth(0)
  }
  nth(index: number): Target {
    return this.step({ by: 'nth', index })
  }
  filter({ hasText }: { hasText: string | RegExp }): Target {
    return this.step({ by: 'hasText', text: wanted(hasText) })
  }

  async all(): Promise<WebElement[]> {
    const { session, steps } = this
    const found = await session.executeScript<WebElement[] | null>(FIND, steps)
    if (found) return found
    await session.executeScript(QUERIES)
    return session.executeScript<WebElement[]>(FIND, steps)
  }
  /** Counts anew when the page replaces an element meanwhile: the driver cannot name one that is gone. */
  async count(): Promise<number> {
    return (await untilReached(() => this.all())).length
  }

  /** Acts on the one matching element, and retries while the page moves, replaces or covers it. */
  private use<Result>(act: (element: WebElement) => Promise<Result>): Promise<Result> {
    return untilReached(async () => {
      const found = await this.all()
      const [element] = found
      if (!element || found.length > 1) throw new Error(`${found.length} are there`)
      return act(element)
    }).catch((reason: unknown) => {
      throw new Error(`${JSON.stringify(this.steps)}: ${reason}`, { cause: reason })
    })
  }
  click(): Promise<void> {
    return this.use(async (element) => {
      if (!(await this.session.executeScript<boolean>(STANDS_STILL, element))) throw new Error('it moves')
      try {
        await element.click()
      } catch (reason) {
        // The driver takes an element under a bar for visible; a person scrolls on.
        await this.session.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
        throw reason
      }
    })
  }
  fill(value: string): Promise<void> {
    return this.use(async (element) => {
      if (!(await element.isEnabled()) || !(await element.isDisplayed())) throw new Error('not ready')
      await this.session.executeScript('arguments[0].focus(); arguments[0].select()', element)
      await element.sendKeys(value === '' ? Key.BACK_SPACE : value)
      const now = await element.getAttribute('value')
      if (now === '' && value !== '') throw new Error('nothing was typed')
    })
  }
  press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void> {
    const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB }
    return this.use((element) => element.sendKeys(keys[key]))
  }
  check(): Promise<void> {
    return this.use(async (element) => {
      if (!(await element.isSelected())) await element.click()
      if (!(await element.isSelected())) throw new Error('not checked')
    })
  }
  selectOption(value: string): Promise<void> {
    return this.use(async (element) => {
      const option = await this.session.executeScript<WebElement | null>(
        'return [...arguments[0].options].find(({ value, label }) => [value, label].includes(arguments[1]))',
        element,
        value,
      )
      if (!option) throw new Error(`no option ${value}`)
      await option.click()
    })
  }
  setInputFiles({ name, buffer }: Payload): Promise<void> {
    const path = join(mkdtempSync(join(this.folder, 'file-')), name)
    writeFileSync(path, buffer)
    return this.use((element) => element.sendKeys(path))
  }
  textContent(): Promise<string | null> {
    return this.use((element) => element.getAttribute('textContent'))
  }
  inputValue(): Promise<string> {
    return this.use(async (element) => (await element.getAttribute('value')) ?? '')
  }
  waitFor({ state = 'visible' }: { state?: 'visible' | 'hidden' } = {}): Promise<void> {
    return untilReached(async () => {
      const found = await this.all()
      const shown = await Promise.all(found.map((element) => element.isDisplayed()))
      if (shown.includes(true) !== (state === 'visible'))
        throw new Error(`not ${state}: ${JSON.stringify(this.steps)}`)
    })
  }
}

class WebKitPage extends WebKitPlace implements BrowserPage {
  readonly origin: string

  constructor(session: WebDriver, origin: string, folder: string) {
    super(session, folder)
    this.origin = origin
  }
  goto(path: string): Promise<void> {
    return this.session.get(new URL(path, this.origin).href)
  }
  reload(): Promise<void> {
    return this.session.navigate().refresh()
  }
  url(): Promise<string> {
    return this.session.getCurrentUrl()
  }
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    await this.session.manage().window().setRect({ x: 0, y: 0, width, height })
    // The size of the window's frame is known only once there is a window.
    const inner = await this.session.executeScript<number>('return innerHeight')
    await this.session
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width, height: 2 * height - inner })
  }
  async screenshot(): Promise<Buffer> {
    await this.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
    return Buffer.from(await this.session.takeScreenshot(), 'base64')
  }
  evaluate<Result, Given>(run: (given: Given) => Result | Promise<Result>, given?: Given): Promise<Result> {
    return this.session.executeScript<Result>(`return (${run})(arguments[0])`, given)
  }
  context() {
    return {
      addCookies: async (cookies: Cookie[]) => {
        // A cookie can only be set on its own origin.
        await this.goto('/robots.txt')
        for (const { name, value, path } of cookies)
          await this.session.manage().addCookie({ name, value, path })
      },
    }
  }
}

/** Waits as Playwright does for the other engines: the driver would press where a sliding dialog has been. */
const STANDS_STILL = `
  const boxOf = () => JSON.stringify(arguments[0].getBoundingClientRect())
  const nextFrame = () => new Promise(requestAnimationFrame)
  return nextFrame().then(async () => {
    const before = boxOf()
    await nextFrame()
    return boxOf() === before
  })
`

/** Runs in the page. @returns null until the queries have been sent to this page */
const FIND = `
  const queries = globalThis.TestingLibraryDom
  if (!queries) return null
  const steps = arguments[0]
  const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const matcher = (wanted) => (text) =>
    wanted.source !== undefined
      ? new RegExp(wanted.source, wanted.flags).test(tidy(text))
      : wanted.exact
        ? tidy(text) === wanted.text
        : tidy(text).toLowerCase().includes(wanted.text.toLowerCase())
  const take = {
    role: (places, { role, name }) =>
      places.flatMap((place) => queries.queryAllByRole(place, role, name ? { name: matcher(name) } : {})),
    label: (places, { text }) => places.flatMap((place) => queries.queryAllByLabelText(place, matcher(text))),
    text: (places, { text }) => places.flatMap((place) => queries.queryAllByText(place, matcher(text))),
    css: (places, { css }) => places.flatMap((place) => [...place.querySelectorAll(css)]),
    hasText: (places, { text }) => places.filter((place) => matcher(text)(place.textContent)),
    nth: (places, { index }) => places.slice(index, index + 1),
  }
  let found = [document.documentElement]
  for (const step of steps) found = [...new Set(take[step.by](found, step))]
  return found
`
