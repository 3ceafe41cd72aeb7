/** Files that reach the page and no field or box in it: pasted, they are taken; dropped, they do not take the page away. */
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { topModal } from '../../kit/modals.ts'

/** @param box what takes files; while a dialog lies above it, nothing is taken */
export function usePageFiles(box: RefObject<HTMLElement | null>, onPaste: (files: FileList) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files
    const isField = (event.target as Element).closest('input, textarea, [contenteditable]') !== null
    if (!files?.length || isField || event.defaultPrevented || isCovered(box.current)) return
    event.preventDefault()
    onPaste(files)
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}

/** What no box took: the browser would open the file in place of the page. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

function isCovered(box: HTMLElement | null): boolean {
  return topModal()?.contains(box) === false
}
