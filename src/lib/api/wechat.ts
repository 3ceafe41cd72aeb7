/**
 * Sharing into WeChat by its JS-SDK (portal.md §3): the share card of this page. Loaded inside WeChat only: elsewhere
 * neither `ready` nor `error` ever comes.
 */
import { TimeoutError, WeChatError } from './errors.ts'
import { fetchShareSignature } from './share.ts'

/** Title, description, link, image address, and a callback once the card is set; nobody learns whether it is shared. */
export interface ShareCard {
  title: string
  desc: string
  link: string
  imgUrl: string
  success: () => void
}

type Sdk = typeof import('weixin-js-sdk').default

const ANSWER_MS = 10_000
const APIS = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

/** Once per page: after a second `config`, `ready` fires before anything has been verified. */
let configured: Promise<Sdk> | undefined

/** @throws WeChatError, TimeoutError, or as the call for the signature does */
export async function setShareCard({ title, desc, link, imgUrl, success }: ShareCard): Promise<void> {
  configured ??= configure()
  const sdk = await configured
  await Promise.all([
    answered('updateAppMessageShareData', (ends) =>
      sdk.updateAppMessageShareData({ title, desc, link, imgUrl, ...ends }),
    ),
    answered('updateTimelineShareData', (ends) =>
      sdk.updateTimelineShareData({ title, link, imgUrl, ...ends }),
    ),
  ])
  success()
}

async function configure(): Promise<Sdk> {
  // What WeChat compares the signature with: the address without its fragment.
  const [address = ''] = location.href.split('#')
  const [{ default: sdk }, signature] = await Promise.all([
    import('weixin-js-sdk'),
    fetchShareSignature(address),
  ])
  await answered('config', ({ success, fail }) => {
    // Before `ready`, which comes after a refusal, too.
    sdk.error(fail)
    sdk.ready(success)
    sdk.config({ ...signature, debug: false, jsApiList: [...APIS], openTagList: [] })
  })
  return sdk
}

interface Ends {
  success: () => void
  fail: (refusal: unknown) => void
}

/** Settles as the bridge answers; some never do. */
function answered(api: string, ask: (ends: Ends) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new TimeoutError(`微信没有回答：${api}`)), ANSWER_MS)
    ask({ success: () => resolve(), fail: (refusal) => reject(new WeChatError(api, { cause: refusal })) })
  })
}
