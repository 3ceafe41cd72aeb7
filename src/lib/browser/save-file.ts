import { MINUTE_MS } from '../rules/time/durations.ts'
import { clickWithoutAsking } from './leaving.ts'

/** Hands a file to the browser, which saves it as any other download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  pressInPage(link, () => link.click())
  // The download has its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}

/** Downloads what a signed URL leads to. The store answers with an attachment, so the page stays. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  pressInPage(link, () => clickWithoutAsking(link))
}

/** Where the page hears of it: some browsers cannot save files, and the page has to say so. */
function pressInPage(link: HTMLAnchorElement, press: () => void): void {
  link.hidden = true
  document.body.append(link)
  press()
  link.remove()
}
