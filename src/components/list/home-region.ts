/** The region chosen in the header, for scripts that load no store. `lib/stores/region` writes it. */
export function homeRegion(): string {
  try {
    const { code } = JSON.parse(localStorage.getItem('region') ?? 'null') as { code?: unknown }
    return typeof code === 'string' && /^\d{6}$/.test(code) ? code : ''
  } catch {
    return ''
  }
}
