/** Replaces the selection as if the text were typed, so that the browser can undo it. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  cursor = text.length,
  from?: number,
): void {
  const start = from ?? field.selectionStart
  field.focus()
  field.setSelectionRange(start, field.selectionEnd)
  document.execCommand('insertText', false, text)
  field.setSelectionRange(start + cursor, start + cursor)
}
