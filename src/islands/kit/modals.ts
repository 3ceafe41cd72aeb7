import { type RefObject, useLayoutEffect, useRef } from 'react'
import { openLayer } from './layers.ts'

/** The open modal dialogs. All but the last are inert, and the document does not say which one is last. */

let opened: readonly HTMLDialogElement[] = []

/** From the lowest to the one on top. */
function openModals(): readonly HTMLDialogElement[] {
  return opened.filter((dialog) => dialog.matches(':modal'))
}

export function topModal(): HTMLDialogElement | undefined {
  return openModals().at(-1)
}

/** Every modal dialog is opened by this. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  opened = [...openModals().filter((other) => other !== dialog), dialog]
}

/** As Escape does: it may say no. */
export function cancelModal(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

interface ModalOptions {
  /** It has an address, which Back leaves. */
  hasAddress?: boolean
}

/** A native dialog that is open for as long as it is in the page, or until Back. */
export function useModal({ hasAddress = false }: ModalOptions = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // As a layout effect: it closes while the dialog is still in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    openModal(element)
    const leave = hasAddress ? undefined : openLayer(() => cancelModal(element))
    return () => {
      leave?.()
      element.close()
    }
  }, [hasAddress])
  return dialog
}
