/**
 * Back closes the top layer and nothing else: each dialog, and the chat, has a history entry at the page's address
 * while it is open. After another way of closing, the entry is removed a second later, and Back skips it until
 * then: an immediate history.back() would cancel a reload or navigation that follows.
 */

interface Layer {
  close: () => void
}

let layers: readonly Layer[] = []
/** A history.back() under way; `pass`: other listeners get its event. */
let going: { pass: boolean; sinceMs: number; focused: Element | null } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let depth = 0
let isListening = false
let leavingSinceMs = Number.NEGATIVE_INFINITY
let shown = ''

/** How long entries stay after their dialog, or while the document is being left. */
const WAIT_MS = 1000

/** Returns the number of layer entries up to the current one. */
function layersInHistory(): number {
  const depth: unknown = history.state?.layer
  return typeof depth === 'number' ? depth : 0
}

/** Adds a layer on top of the page. */
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

/** Goes back by `entries`, and by those of layers that close at the same time. */
export function goBack(entries: number): void {
  listen()
  goBy(-entries - layersInHistory(), true)
}

/** Adds an address to the history, or replaces the entry of a closing dialog. */
export function pushAddress(address: string): void {
  if (layersInHistory() > 0) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  depth = 0
  shown = location.href
}

/** A dialog that opens as another one closes takes its entry. */
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
    // A closing dialog keeps the scroll position, which may have changed behind the chat.
    history.scrollRestoration = 'manual'
    history.pushState({ ...history.state, layer }, '')
    history.scrollRestoration = 'auto'
  }
  depth = layersInHistory()
  shown = location.href
}

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
    // No layer was left.
    if (layers.length === 0) goBy(-depth - 1, true)
    for (const { close } of above) close()
  } else for (const { close } of layers.slice(depth).reverse()) close()
  if (depth !== layers.length) settleSoon()
  const focused = own?.focused ?? null
  keepFocus(document.activeElement === document.body ? focused : document.activeElement)
}

/** With a fragment in the address, going back removes the focus one frame later. */
function keepFocus(focused: Element | null): void {
  if (location.hash === '' || !(focused instanceof HTMLElement)) return
  const giveBack = () => {
    if (document.activeElement === document.body && focused.isConnected)
      focused.focus({ preventScroll: true })
  }
  requestAnimationFrame(() => requestAnimationFrame(giveBack))
}

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
