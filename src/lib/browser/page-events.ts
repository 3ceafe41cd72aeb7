/** Events between islands, the intent loader and the shell's script, through the document and across tabs. */

/** Wakes the island of a section, as a person's pointer would. */
export function callSection(section: string): void {
  document.dispatchEvent(new CustomEvent(`call:${section}`))
}

export type Topic =
  | 'session'
  | 'messages'
  | 'answers'
  | 'follows'
  | 'saved'
  | 'orders'
  | 'documents'
  | 'reservations'
  | 'company'
  | 'forms'
  | 'chat'

/** Identifies this page, so that it can ignore its own messages. */
const PAGE = Math.random()

/** Informs the other tabs of a change; they read the data again. */
export function notifyTabs(topic: Topic): void {
  const channel = new BroadcastChannel(topic)
  channel.postMessage(PAGE)
  channel.close()
}

/** Runs `react` when another tab reports `topic`. */
export function onTabsNotified(topic: Topic, react: () => void): () => void {
  const channel = new BroadcastChannel(topic)
  channel.addEventListener('message', ({ data }) => data !== PAGE && react())
  return () => channel.close()
}

const CARD_CHANGED = 'share:card'

/** Sets title and description of a page that learns its subject only in the browser. The title ends with the site's name. */
export function describePage({ title, description }: { title: string; description: string }): void {
  document.title = `${title} - ${document.title.split(' - ').at(-1)}`
  metaOf('title')?.setAttribute('content', title)
  metaOf('description')?.setAttribute('content', description)
  document.dispatchEvent(new Event(CARD_CHANGED))
}

/** Runs `offer` whenever the page's description changes. */
export function hearCard(offer: () => void): void {
  document.addEventListener(CARD_CHANGED, offer)
}

/** Returns a meta tag of the page, which share cards use. */
export function metaOf(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[property="og:${name}"]`)
}
