/** Where a page on paper comes from, and as of when; without a script it says which page was built. */
export function printAddress(): void {
  addEventListener('beforeprint', () => {
    const line = document.querySelector('.printed') as HTMLElement
    line.textContent = `${location.href} ${new Date().toLocaleString()}`
  })
}
