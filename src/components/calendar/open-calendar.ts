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

/** The query string of a list together with what the address says of the calendar. */
export function withCalendar(listSearch: string): string {
  const search = new URLSearchParams(listSearch)
  const now = new URLSearchParams(location.search)
  for (const name of ['view', 'month']) {
    const value = now.get(name)
    if (value !== null) search.set(name, value)
  }
  const text = String(search)
  return text && `?${text}`
}
