/** Hands a file to the browser, which saves it as any other download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has its own hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
