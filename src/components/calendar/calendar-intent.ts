/** Loads the calendar when it is unfolded, or when the address asks for it (`?view=calendar`). */
export function awaitCalendar(): void {
  const calendar = document.querySelector<HTMLDetailsElement>('[data-calendar]')
  if (!calendar) return
  let started = false
  const failed = calendar.querySelector('[data-calendar-failed]') as HTMLElement
  const start = async () => {
    if (started || !calendar.open) return
    started = true
    failed.hidden = true
    try {
      const { startCalendar } = await import('./calendar-page.ts')
      await startCalendar(calendar)
    } catch (error) {
      console.error(error)
      started = false
      failed.hidden = false
    }
  }
  calendar.addEventListener('toggle', start)
  failed.addEventListener('click', start)
  if (new URLSearchParams(location.search).get('view') === 'calendar') calendar.open = true
}
