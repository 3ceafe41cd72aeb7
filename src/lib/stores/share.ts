/** What a page gives to whom it is shared with, read from what it says of itself. */
import { setShareCard } from '../api/wechat.ts'

export interface PageCard {
  title: string
  description: string
  /** Without query and fragment: they are the reader's own. */
  link: string
  image: string
}

export function readPageCard(): PageCard {
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content ?? ''
  return {
    title: meta('title'),
    description: meta('description'),
    link: location.origin + location.pathname,
    image: meta('image'),
  }
}

/** Gives WeChat the card of this page. What goes wrong is only logged (portal.md §8): people can share without it. */
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
