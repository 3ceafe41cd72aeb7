/** Inside WeChat, once the page is there and the browser is idle: the card that 分享 of WeChat's own menu sends. */
import { hearCard, offerCardToWeChat } from '../../lib/stores/share.ts'

/** Some browsers are never idle. */
const LATEST_MS = 2000

const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1))
idle(
  () => {
    hearCard(() => offerCardToWeChat())
    offerCardToWeChat()
  },
  { timeout: LATEST_MS },
)
