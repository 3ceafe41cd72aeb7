import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The open modal dialogs. All but the last are inert, and the document does not say which one is last. */

let opened: readonly HTMLDialogElement[] = []

/** From the lowest to the one on top. */
export function openModals(): readonly HTMLDialogElement[] {
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

/** A native dialog that is open for as long as it is in the page. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // As a layout effect: it closes while the dialog is still in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element) openModal(element)
    return () => element?.close()
  }, [])
  return dialog
}
