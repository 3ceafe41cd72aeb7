/** Inside WeChat, once the page is there and the browser is idle: the card that 分享 of WeChat's own menu sends. */
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { hearCard, offerCardToWeChat } from '../../lib/stores/share.ts'

whenIdle(() => {
  hearCard(() => offerCardToWeChat())
  offerCardToWeChat()
})
