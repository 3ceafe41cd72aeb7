import { type RefObject, useLayoutEffect, useRef } from 'react'
import { openModal } from './modals.ts'

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
