import { MINUTE_MS } from '../rules/time/durations.ts'
import { clickWithoutAsking } from './leaving.ts'

/** Hands a file to the browser, which saves it as any other download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}

/** Downloads what a signed URL leads to. The store answers with an attachment, so the page stays. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  clickWithoutAsking(link)
}
