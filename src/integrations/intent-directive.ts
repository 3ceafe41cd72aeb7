/**
 * `client:intent`: an island costs nothing until somebody points at it, focuses it, touches it or calls for it.
 * The first click, Enter or tap is replayed once when the island is ready; until then its button is busy, and after a
 * second it is said in words what is waited for.
 * The load of a section has 120 seconds (behaviour B1.6); then, or when it fails, the person is told and may retry.
 */
import type { ClientDirective } from 'astro'
import { whenIdle } from '../lib/browser/when-idle.ts'

export interface IntentOptions {
  /** Names the section in messages; `document` events `call:{section}` wake it, too. */
  section: string
  /** Selector of the buttons that the island answers, when they stand elsewhere in the page. */
  buttons?: string
  /** Load when the page is idle for people who are logged in. */
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
      // Who writes here, or looks at the words that wait for the session, is told, too.
      if (pressed || called || root.querySelector(':focus,.login-gate-in')) offerRetry(section)
    }
  }

  let called = false
  function call(): void {
    called = true
    // Somebody who has pressed something else waits for this one alone.
    if (section === 'login' && state !== 'awake') setBusy(true)
    // What nobody has asked for comes after it.
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
    // One after the other: on a weak line somebody may press something else meanwhile, and should not wait for all of them.
    whenIdle(() => {
      idle = idle.then(wake)
    })
  }
}

/** What nobody has asked for yet. */
let idle = Promise.resolve()

/** Even to look at it may be forbidden. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Astro tries a failed import once more, then tells it by an event only and hands back a function that does nothing. */
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
 * Retrying reloads the page and then wakes the section at once: browsers remember a stalled or failed module for the
 * life of a page, so importing it again would only repeat the failure.
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
