/** An island with looks of its own. */
export function Island() {
  return <p style={{ marginTop: 6, paddingInline: 'var(--space-2)', fontWeight: 500, color: 'red' }}>政策</p>
}
