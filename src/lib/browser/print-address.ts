/** Sets address and time of a printed page; without a script the build's values stay. */
export function printAddress(): void {
  addEventListener('beforeprint', () => {
    const line = document.querySelector('.printed') as HTMLElement
    line.textContent = `${location.href} ${new Date().toLocaleString()}`
  })
}
