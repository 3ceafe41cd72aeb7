import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { closeChat } from '../../lib/stores/chat/open.ts'
import { openLayer } from '../kit/layers.ts'
import { openModal, openModals } from '../kit/modals.ts'

const PHONE = '(width < 640px)'

/**
 * Shows the dialog: beside the page on a desk, full screen on a phone, above the keyboard. Restores the focus
 * afterwards.
 */
export function useChatWindow(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    const phone = matchMedia(PHONE)
    // The card that may have opened it is in the top layer.
    document.getElementById('kf-card')?.hidePopover()
    const show = (takesFocus: boolean) => {
      const before = document.activeElement
      element.close()
      if (phone.matches) openModal(element)
      else element.show()
      if (takesFocus) element.querySelector('textarea')?.focus()
      else if (!phone.matches) giveFocusBack(before)
    }
    show(true)
    const turn = () => keepAbove(element, () => show(element.contains(document.activeElement)))
    phone.addEventListener('change', turn)
    return () => {
      phone.removeEventListener('change', turn)
      const hadFocus = element.contains(document.activeElement)
      element.close()
      if (hadFocus) focusFirst(opener)
    }
  }, [dialog])
  useEffect(() => openLayer(closeChat), [])
  useEffect(() => followKeyboard(dialog.current), [dialog])
}

/** Keeps elements above the dialog, such as a large picture, above it, with their focus. */
function keepAbove(element: HTMLDialogElement, show: () => void): void {
  const focused = document.activeElement
  const above = openModals().filter((other) => other !== element)
  show()
  for (const dialog of above) {
    // It reopens at once, so the close event is not reported.
    dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), {
      once: true,
      capture: true,
    })
    dialog.close()
    openModal(dialog)
    if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus()
  }
}

/** Opening a dialog moves the focus into it; without a previous focus, removes it again. */
function giveFocusBack(before: Element | null): void {
  const now = document.activeElement
  if (before instanceof HTMLElement && before !== document.body) before.focus()
  else if (now instanceof HTMLElement) now.blur()
}

/** The opener may have disappeared with its card or overlay. */
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
