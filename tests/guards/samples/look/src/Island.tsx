/** An island with looks of its own. */
export function Island() {
  return (
    <Flex gap={10} styles={{ body: { padding: 6 } }}>
      <p style={{ marginTop: 6, paddingInline: 'var(--space-2)', fontWeight: 500, color: 'red' }}>政策</p>
    </Flex>
  )
}
