/** The signature with which a page may use WeChat's JS-SDK (JS-SDK 附录1). */
import { createHash } from 'node:crypto'

interface SignedPage {
  ticket: string
  nonceStr: string
  /** Seconds since 1970. */
  timestamp: number
  /** As the page sees its own address; the fragment does not count. */
  url: string
}

/** SHA-1 in hex over the raw values, keys in lower case and in the order of the alphabet. */
export function signPage({ ticket, nonceStr, timestamp, url }: SignedPage): string {
  const [address] = url.split('#')
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${address}`)
    .digest('hex')
}
