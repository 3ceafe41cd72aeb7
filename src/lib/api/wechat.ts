/**
 * Sharing in WeChat by its JS-SDK (behaviour B13.1): the share card of this page. Loads only inside WeChat: elsewhere neither
 * `ready` nor `error` ever comes.
 */
import { shareSignature } from '../contract/policies/share.ts'
import { ask } from './ask.ts'
import { TimeoutError, WeChatError } from './errors.ts'

interface ShareCard {
  title: string
  desc: string
  link: string
  imgUrl: string
  success: () => void
}

type Sdk = typeof import('weixin-js-sdk').default

const ANSWER_MS = 10_000
const APIS = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

/** The address that has been verified or is being verified, to avoid a second verification. */
let verified: { address: string; sdk: Promise<Sdk> } | undefined
let hasConfigured = false

/** Sets the share card. @throws WeChatError, TimeoutError, or the errors of the call for the signature */
export async function setShareCard({ title, desc, link, imgUrl, success }: ShareCard): Promise<void> {
  const sdk = await verifiedFor(addressToSign())
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

/**
 * Returns the address that WeChat signs: without its fragment; on iOS the address at which the page was opened, even if a
 * script has changed it since.
 */
function addressToSign(): string {
  const isIos = /iPhone|iPad/.test(navigator.userAgent)
  const [opened] = performance.getEntriesByType('navigation')
  const [address = ''] = ((isIos && opened?.name) || location.href).split('#')
  return address
}

/** A refused address is tried again with the next card. */
async function verifiedFor(address: string): Promise<Sdk> {
  if (verified?.address !== address) verified = { address, sdk: configure(address) }
  const own = verified
  try {
    return await own.sdk
  } catch (error) {
    if (verified === own) verified = undefined
    throw error
  }
}

async function configure(address: string): Promise<Sdk> {
  const [{ default: sdk }, signature] = await Promise.all([
    import('weixin-js-sdk'),
    ask(shareSignature, { query: { url: address } }),
  ])
  await answered('config', (ends) => {
    if (!hasConfigured) {
      // Before `ready`, which also comes after a refusal.
      sdk.error(ends.fail)
      sdk.ready(ends.success)
    }
    sdk.config({ ...signature, debug: false, jsApiList: [...APIS], openTagList: [] })
    if (hasConfigured) verifyAgain(sdk, ends)
    hasConfigured = true
  })
  return sdk
}

/**
 * The SDK reports only the first `config`: later `ready` fires at once, whatever WeChat answers. So this asks WeChat itself.
 */
function verifyAgain(sdk: Sdk, { success, fail }: Ends): void {
  const { invoke } = sdk as unknown as Invoking
  invoke('preVerifyJSAPI', { verifyJsApiList: [...APIS], verifyOpenTagList: [] }, (answer) =>
    answer.err_msg?.endsWith(':ok') ? success() : fail(answer),
  )
}

/** A function that `config` adds to the SDK and its types lack: a call that carries the signature. */
interface Invoking {
  invoke: (name: string, args: object, done: (answer: { err_msg?: string }) => void) => void
}

interface Ends {
  success: () => void
  fail: (refusal: unknown) => void
}

/** Settles with the bridge's answer; some calls never get one. */
function answered(api: string, act: (ends: Ends) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new TimeoutError(`微信没有回答：${api}`)), ANSWER_MS)
    act({ success: () => resolve(), fail: (refusal) => reject(new WeChatError(api, { cause: refusal })) })
  })
}
