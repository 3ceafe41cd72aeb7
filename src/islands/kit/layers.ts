/**
 * Back closes what lies on top of the page, and nothing else: each dialog, and the chat, has an entry of the history while
 * it is open, at the address of the page. The entry of one that was closed otherwise is taken away a second later, and
 * until then Back passes over it: going back at once would call off a reload or a link that follows.
 */

interface Layer {
  close: () => void
}

/** From the lowest to the one on top. */
let layers: readonly Layer[] = []
/** What is gone back by here, until the browser has; `pass`: others hear of it. */
let going: { pass: boolean; sinceMs: number; focused: Element | null } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** Of the entry that the history stood at when it was last looked at. */
let depth = 0
let isListening = false
let leavingSinceMs = Number.NEGATIVE_INFINITY
let shown = ''

/** How long entries stay after their dialog, or while the document is being left. */
const WAIT_MS = 1000

/** How many entries of layers lead up to where the history stands. */
function layersInHistory(): number {
  const depth: unknown = history.state?.layer
  return typeof depth === 'number' ? depth : 0
}

/**
 * Something lies on top of the page from now on. Where a reload finds the entry of one that is there again, it is the same.
 * @param close is called by Back; what does not close then, keeps its entry
 * @returns to be called once it is closed
 */
export function openLayer(close: () => void): () => void {
  listen()
  const layer = { close }
  layers = [...layers, layer]
  settleSoon()
  return () => {
    layers = layers.filter((other) => other !== layer)
    settleSoon()
  }
}

/** So many entries back, and over those of layers that close at the same time. */
export function goBack(entries: number): void {
  listen()
  goBy(-entries - layersInHistory(), true)
}

/** An address of its own for what the page shows from now on, in place of the entry of a dialog that closes. */
export function pushAddress(address: string): void {
  if (layersInHistory() > 0) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  depth = 0
  shown = location.href
}

/** A dialog that opens where another one has closed takes its entry over. */
function settleSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(settle, layers.length < layersInHistory() ? WAIT_MS : 0)
}

function settle(): void {
  const nowMs = performance.now()
  if (going && nowMs - going.sinceMs < WAIT_MS) return
  const rest = leavingSinceMs + WAIT_MS - nowMs
  if (rest > 0) {
    timer = setTimeout(settle, rest)
    return
  }
  const there = layersInHistory()
  if (there > layers.length) goBy(layers.length - there, false)
  for (let layer = there + 1; layer <= layers.length; layer++) {
    // Where the page stands is not changed by a dialog that closes: it may have been scrolled behind the chat.
    history.scrollRestoration = 'manual'
    history.pushState({ ...history.state, layer }, '')
    history.scrollRestoration = 'auto'
  }
  depth = layersInHistory()
  shown = location.href
}

/** @param pass whether others hear of it */
function goBy(entries: number, pass: boolean): void {
  going = { pass, sinceMs: performance.now(), focused: document.activeElement }
  history.go(entries)
}

function hear(event: PopStateEvent): void {
  history.scrollRestoration = 'auto'
  const own = going
  going = undefined
  const isBack = layersInHistory() < depth
  depth = layersInHistory()
  const isSamePlace = location.href === shown
  shown = location.href
  if (own) {
    if (!own.pass) event.stopImmediatePropagation()
  } else if (isSamePlace && isBack) {
    event.stopImmediatePropagation()
    const above = layers.slice(Math.min(depth, layers.length - 1)).reverse()
    // Nothing lay on top any more.
    if (layers.length === 0) goBy(-depth - 1, true)
    for (const { close } of above) close()
  } else for (const { close } of layers.slice(depth).reverse()) close()
  if (depth !== layers.length) settleSoon()
  const focused = own?.focused ?? null
  keepFocus(document.activeElement === document.body ? focused : document.activeElement)
}

/** Where the address names a part of the page, going back takes the focus away, a frame later. */
function keepFocus(focused: Element | null): void {
  if (location.hash === '' || !(focused instanceof HTMLElement)) return
  const giveBack = () => {
    if (document.activeElement === document.body && focused.isConnected)
      focused.focus({ preventScroll: true })
  }
  requestAnimationFrame(() => requestAnimationFrame(giveBack))
}

/** Once: the entries belong to the page. */
function listen(): void {
  if (isListening) return
  isListening = true
  depth = layersInHistory()
  shown = location.href
  addEventListener('popstate', hear, { capture: true })
  const leave = () => {
    leavingSinceMs = performance.now()
  }
  const { navigation } = globalThis as { navigation?: EventTarget }
  if (!navigation) addEventListener('beforeunload', leave)
  navigation?.addEventListener('navigate', (event) => {
    const { destination } = event as Event & { destination: { sameDocument: boolean } }
    if (!destination.sameDocument) leave()
  })
}
