/** An island with looks of its own. */
const LOOK = { padding: 10 }

export function Island() {
  return (
    <Flex gap={10} styles={{ body: { padding: 6 } }}>
      <p style={{ marginTop: 6, paddingInline: 'var(--space-2)', fontWeight: 500, color: 'red' }}>政策</p>
      <p style={LOOK}>政策</p>
      <p style={{ padding: '10px', opacity: 0.5, zIndex: 4 }}>政策</p>
      <text fontSize="var(--text)" font-size="13">
        政策
      </text>
    </Flex>
  )
}
