/** What a page gives to whom it is shared with, read from what it says of itself. */

import { setShareCard } from '../api/wechat.ts'
import { metaOf } from '../browser/page-events.ts'

export interface PageCard {
  title: string
  description: string
  /** Without the reader's own: the fragment, and of the query what does not say which page this is. */
  link: string
  image: string
}

export function readPageCard(): PageCard {
  return {
    title: metaOf('title')?.content ?? '',
    description: metaOf('description')?.content ?? '',
    link: location.origin + location.pathname + shownBy(location.pathname, location.search),
    image: metaOf('image')?.content ?? '',
  }
}

/** What is shown by lists, search, comparison and loans. Whatever messengers and mail programs add is left out. */
const STATEFUL = /^\/(?:(?:pmanagementlist|reviewlist|information)(?:\/\d+)?|search|compare|loan\/home)$/
const STATE = 'q region theme support department kind state year claim sort page view month ids need'.split(
  ' ',
)

/** Exported for the test. */
export function shownBy(pathname: string, search: string): string {
  if (!STATEFUL.test(pathname)) return ''
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => STATE.includes(part.split('=')[0] ?? ''))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Gives WeChat the card of this page. What goes wrong is only logged (behaviour B13.1): people can share without it. */
export async function offerCardToWeChat(): Promise<void> {
  const { title, description, link, image } = readPageCard()
  try {
    await setShareCard({
      title,
      desc: description,
      link,
      imgUrl: image,
      success: () => {
        document.documentElement.dataset['shareCard'] = 'set'
      },
    })
  } catch (error) {
    console.warn(error)
  }
}
