/** Opens the calendar where the address asks for it (`?view=calendar`). */
export function openCalendar(): void {
  const calendar = document.querySelector<HTMLDetailsElement>('[data-calendar]')
  if (!calendar || new URLSearchParams(location.search).get('view') !== 'calendar') return
  calendar.open = true
  const failed = calendar.querySelector('[data-calendar-failed]') as HTMLElement
  const start = async () => {
    failed.hidden = true
    try {
      const { startCalendar } = await import('./calendar-page.ts')
      await startCalendar(calendar)
    } catch (error) {
      console.error(error)
      failed.hidden = false
    }
  }
  failed.addEventListener('click', start)
  start()
}
