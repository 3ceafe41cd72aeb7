/**
 * Back closes what lies on top of the page, and nothing else: each dialog, and the chat, has an entry of the history while
 * it is open, at the address of the page. Whatever closes it otherwise takes the entry along.
 */

interface Layer {
  close: () => void
}

/** From the lowest to the one on top. */
let layers: readonly Layer[] = []
/** What is gone back by here, until the browser has; `pass`: others hear of it. */
let going: { pass: boolean; sinceMs: number; focused: Element | null } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let isListening = false
let leavingSinceMs = Number.NEGATIVE_INFINITY
let shown = ''

/**
 * A document that is being left keeps its entries: going back would call the next one off. So long it takes at most until
 * it is left, or has gone back.
 */
const WAIT_MS = 1000

/** How many entries of layers lead up to where the history stands. */
export function layersInHistory(): number {
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
  going = { pass: true, sinceMs: performance.now(), focused: null }
  history.go(-entries - layersInHistory())
}

/** Of one that closes while another one opens, the entry stays. */
function settleSoon(): void {
  if (timer === undefined) timer = setTimeout(settle)
}

function settle(): void {
  timer = undefined
  const nowMs = performance.now()
  if (going && nowMs - going.sinceMs < WAIT_MS) return
  const rest = leavingSinceMs + WAIT_MS - nowMs
  if (rest > 0) {
    timer = setTimeout(settle, rest)
    return
  }
  const there = layersInHistory()
  if (there > layers.length) {
    going = { pass: false, sinceMs: performance.now(), focused: document.activeElement }
    history.go(layers.length - there)
  }
  for (let layer = there + 1; layer <= layers.length; layer++) {
    // Where the page stands is not changed by a dialog that closes: it may have been scrolled behind the chat.
    history.scrollRestoration = 'manual'
    history.pushState({ ...history.state, layer }, '')
    history.scrollRestoration = 'auto'
  }
  shown = location.href
}

function hear(event: PopStateEvent): void {
  history.scrollRestoration = 'auto'
  const isOwn = going?.pass === false
  const focused = going?.focused ?? null
  going = undefined
  const above = layers.slice(layersInHistory()).reverse()
  const isSamePlace = location.href === shown
  shown = location.href
  if (isOwn || (above.length > 0 && isSamePlace)) event.stopImmediatePropagation()
  if (!isOwn) for (const { close } of above) close()
  if (isOwn || above.length > 0) settleSoon()
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
