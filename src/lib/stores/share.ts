/** The card that a page shares, read from its own metadata. */

import { setShareCard } from '../api/wechat.ts'
import { metaOf } from '../browser/page-events.ts'

export interface PageCard {
  title: string
  description: string
  /** Without the fragment and without query parameters that do not select the page. */
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

/** Parameters that select the content of lists, search, comparison and loans. */
const STATEFUL = /^\/(?:(?:pmanagementlist|reviewlist|information)(?:\/\d+)?|search|compare|loan\/home)$/
const STATE = 'q region theme support department kind state year claim sort page view month ids need'.split(
  ' ',
)

export function shownBy(pathname: string, search: string): string {
  if (!STATEFUL.test(pathname)) return ''
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => STATE.includes(part.split('=')[0] ?? ''))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Gives WeChat the page's card. Errors are only logged (behaviour B13.1): sharing works without it. */
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
