/** Whether the browser is online, as far as it knows: false is certain, true is not. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}

export function onLineChanged(react: () => void): () => void {
  const types = ['online', 'offline']
  const page = globalThis.window as Window | undefined
  for (const type of types) page?.addEventListener(type, react)
  return () => {
    for (const type of types) page?.removeEventListener(type, react)
  }
}
