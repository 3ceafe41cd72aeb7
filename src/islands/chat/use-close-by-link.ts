import { useEffect } from 'react'
import { closeChat } from '../../lib/stores/chat/open.ts'

/** A link in a dialog, the chat's own or one that lies above it, leads to a page that the chat is not to cover. */
export function useCloseByLink(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented)
      const link = event.target instanceof Element ? event.target.closest('dialog a[href]') : null
      if (isPlain && link && link.getAttribute('target') !== '_blank') closeChat()
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}
