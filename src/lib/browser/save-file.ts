import { MINUTE_MS } from '../rules/time/durations.ts'
import { clickWithoutAsking } from './leaving.ts'

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  pressInPage(link, () => link.click())
  // By then the download holds the file itself.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS)
}

export function saveCsv(rows: readonly (readonly string[])[], name: string): void {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((row) => row.map(quote).join(','))
  // Without the mark Excel reads it in the encoding of the system.
  saveFile(new Blob(['\uFEFF', lines.join('\r\n')], { type: 'text/csv' }), name)
}

/** Downloads a signed URL. The store answers with an attachment, so the page stays open. */
export function saveUrl(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  pressInPage(link, () => clickWithoutAsking(link))
}

/** The event bubbles through the page: some browsers cannot save files, and the page must explain that. */
function pressInPage(link: HTMLAnchorElement, press: () => void): void {
  link.hidden = true
  document.body.append(link)
  press()
  link.remove()
}
