/** Text that is being typed, kept in this tab until it is sent. */

export function readKeptText(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepText(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage is full or switched off: the text still stands in its field.
  }
}
