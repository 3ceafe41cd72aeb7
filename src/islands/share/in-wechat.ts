/** Inside WeChat, once the page is there and the browser is idle: the card that 分享 of WeChat's own menu sends. */

import { hearCard } from '../../lib/browser/page-events.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { offerCardToWeChat } from '../../lib/stores/share.ts'
import '../kit/toast.css'

whenIdle(() => {
  hearCard(() => offerCardToWeChat())
  offerCardToWeChat()
})

/** On Android its browser saves no file at all; elsewhere none that a script has made, and no dates for the calendar. */
const UNSAVED = /Android/.test(navigator.userAgent) ? /./ : /^blob:|\.ics$/

document.addEventListener(
  'click',
  (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[download]')
    if (!link || !UNSAVED.test(link.href)) return
    event.preventDefault()
    event.stopPropagation()
    sayHow()
  },
  true,
)

/** Until it has been read: a tap anywhere takes it away. */
function sayHow(): void {
  const note = document.createElement('div')
  note.className = 'toast toast-error'
  note.popover = 'auto'
  note.setAttribute('role', 'alert')
  note.textContent = '微信里不能下载文件。请点右上角“···”，选“在浏览器打开”，再下载。'
  note.addEventListener('toggle', ({ newState }) => newState === 'closed' && note.remove())
  document.body.append(note)
  note.showPopover()
}
