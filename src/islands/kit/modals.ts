import { type RefObject, useLayoutEffect, useRef } from 'react'
import { openLayer } from './layers.ts'

/** The open modal dialogs. All but the top one are inert, and the document does not expose the order. */

let opened: readonly HTMLDialogElement[] = []

function openModals(): readonly HTMLDialogElement[] {
  return opened.filter((dialog) => dialog.matches(':modal'))
}

export function topModal(): HTMLDialogElement | undefined {
  return openModals().at(-1)
}

/** Opens a modal dialog; the only place that does. */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  opened = [...openModals().filter((other) => other !== dialog), dialog]
}

/** Cancels like Escape: the dialog may refuse. */
export function cancelModal(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

interface ModalOptions {
  hasAddress?: boolean
}

/** Opens a native dialog while it is mounted, or until Back. */
export function useModal({ hasAddress = false }: ModalOptions = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, because the dialog must close while it is in the page: only then the browser restores the
  // focus.
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
