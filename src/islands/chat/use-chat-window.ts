import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { closeChat } from '../../lib/stores/chat/open.ts'
import { openLayer } from '../kit/layers.ts'
import { openModal } from '../kit/modals.ts'

const PHONE = '(width < 640px)'

/** Shows the dialog: beside the page on a desk, over all of it on a phone, where it keeps clear of the keyboard. */
export function useChatWindow(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    // The card that it may have been opened from lies above everything.
    document.getElementById('kf-card')?.hidePopover()
    if (matchMedia(PHONE).matches) openModal(element)
    else element.show()
    element.querySelector('textarea')?.focus()
    return () => {
      const hadFocus = element.contains(document.activeElement)
      element.close()
      if (hadFocus) focusFirst(opener)
    }
  }, [dialog])
  useEffect(() => openLayer(closeChat), [])
  useEffect(() => followKeyboard(dialog.current), [dialog])
}

/** Focuses another button if the opener is gone with its card or overlay. */
function focusFirst(opener: Element | null): void {
  const others = document.querySelectorAll('.chat-button, #KF')
  const visible = [opener, ...others].find(
    (element) => element !== document.body && element?.checkVisibility(),
  )
  if (visible instanceof HTMLElement) visible.focus()
}

/** Sets the space above the keyboard as lengths for the style sheet. */
function followKeyboard(element: HTMLElement | null): (() => void) | undefined {
  const viewport = window.visualViewport
  if (!viewport || !element) return undefined
  const measure = () => {
    element.style.setProperty('--seen-top', `${viewport.offsetTop}px`)
    element.style.setProperty('--seen-height', `${viewport.height}px`)
  }
  measure()
  viewport.addEventListener('resize', measure)
  viewport.addEventListener('scroll', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    viewport.removeEventListener('scroll', measure)
  }
}
