/** Inside WeChat, after the page has loaded and the browser is idle: sets the card of WeChat's own share menu. */

import { hearCard } from '../../lib/browser/page-events.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { offerCardToWeChat } from '../../lib/stores/share.ts'
import '../kit/toast.css'

whenIdle(() => {
  hearCard(() => offerCardToWeChat())
  offerCardToWeChat()
})

/** WeChat's browser saves no files on Android; elsewhere none made by a script, and no calendar files. */
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

/** Stays until a tap anywhere. */
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
