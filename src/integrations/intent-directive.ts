/**
 * `client:intent`: an island loads only when the visitor points at it, focuses it, touches it or calls for it. It replays
 * the first click, Enter or tap once when the island is ready; until then the button is busy, and after a second a text
 * says what loads. A section has 120 seconds to load (behaviour B1.6); after that, or on failure, the visitor sees a
 * message and can retry.
 */
import type { ClientDirective } from 'astro'
import { whenIdle } from '../lib/browser/when-idle.ts'

export interface IntentOptions {
  /** Names the section in messages; `document` events `call:{section}` wake it, too. */
  section: string
  buttons?: string
  /** Load when the page is idle, for people who are logged in. */
  idleWhenLoggedIn?: boolean
}

const LOAD_TIMEOUT_MS = 120_000
const TOLD_AFTER_MS = 1000
const RETRY_KEY = 'intent:retry'
const POINTING = ['pointerenter', 'focusin', 'touchstart'] as const

const intent: ClientDirective = (load, options, root) => {
  const { section, buttons, idleWhenLoggedIn } = options.value as unknown as IntentOptions
  let state: 'asleep' | 'loading' | 'awake' = 'asleep'
  let pressed: HTMLElement | undefined

  async function wake(): Promise<void> {
    if (state !== 'asleep') return
    state = 'loading'
    try {
      const hydrate = await Promise.race([load(), failure(root), timeout()])
      for (const type of POINTING) root.removeEventListener(type, wake)
      await hydrate()
      state = 'awake'
      setBusy(false)
      pressed?.click()
    } catch (cause) {
      state = 'asleep'
      setBusy(false)
      console.error(cause)
      // Also inform a person who types here, or looks at the text that waits for the session.
      if (pressed || called || root.querySelector(':focus,.login-gate-in')) offerRetry(section)
    }
  }

  let called = false
  function call(): void {
    called = true
    // A person who has pressed another button waits only for that one.
    if (section === 'login' && state !== 'awake') setBusy(true)
    // Islands that the visitor has not asked for load after it.
    idle = Promise.all([idle, wake()]).then(() => {})
  }

  function press(event: Event): void {
    if (state === 'awake') return
    const button = (event.target as Element).closest<HTMLElement>(buttons ?? 'button, a')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
    setBusy(true)
    wake()
  }

  let telling = 0
  let told: HTMLElement | undefined
  function setBusy(busy: boolean): void {
    clearTimeout(telling)
    told?.remove()
    pressed?.setAttribute('aria-busy', `${busy}`)
    if (!busy) return
    telling = window.setTimeout(() => {
      told = tell('status', `正在加载${pressed?.innerText ?? ''}…`)
    }, TOLD_AFTER_MS)
  }

  for (const type of POINTING) root.addEventListener(type, wake, { passive: true })
  ;(buttons ? document : root).addEventListener('click', press, { capture: true })
  document.addEventListener(`call:${section}`, call)

  if (storage()?.getItem(RETRY_KEY) === section) {
    storage()?.removeItem(RETRY_KEY)
    pressed = root.querySelector<HTMLElement>('button') ?? undefined
    setBusy(true)
    wake()
  } else if (idleWhenLoggedIn && document.documentElement.dataset['session'] === 'in') {
    // One after the other: on a slow connection a visitor who presses another button must not wait for all of them.
    whenIdle(() => {
      idle = idle.then(wake)
    })
  }
}

/** Islands that load without a request of the visitor. */
let idle = Promise.resolve()

function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Astro retries a failed import once, then only sends an event and returns a function that does nothing. */
function failure(root: HTMLElement): Promise<never> {
  return new Promise((_, reject) => {
    root.addEventListener('astro:hydration-error', (event) => {
      event.preventDefault()
      reject((event as CustomEvent<{ error: unknown }>).detail.error)
    })
  })
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('section load timed out')), LOAD_TIMEOUT_MS)
  })
}

/**
 * Retrying reloads the page and then wakes the section at once: browsers remember a stalled or failed module until the page
 * closes, so importing it again would fail again.
 */
function offerRetry(section: string): void {
  const retry = document.createElement('button')
  retry.type = 'button'
  retry.textContent = '重试'
  retry.lang = 'zh-CN'
  retry.addEventListener('click', () => {
    location.reload()
    storage()?.setItem(RETRY_KEY, section)
  })
  tell('alert', `Loading chunk ${section} failed.`, retry).lang = 'en'
}

function tell(role: string, ...content: (string | Node)[]): HTMLElement {
  document.querySelector('.load-failed')?.remove()
  const notice = document.createElement('div')
  notice.className = 'load-failed'
  notice.setAttribute('role', role)
  notice.append(...content)
  document.body.append(notice)
  return notice
}

export default intent
