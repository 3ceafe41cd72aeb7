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

const PAGE = Math.random()

export function notifyTabs(topic: Topic): void {
  const channel = new BroadcastChannel(topic)
  channel.postMessage(PAGE)
  channel.close()
}

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

export function hearCard(offer: () => void): void {
  document.addEventListener(CARD_CHANGED, offer)
}

export function metaOf(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[property="og:${name}"]`)
}
