export function ReceiptMark({ isThere }: { isThere: boolean }) {
  return (
    <svg viewBox="0 0 32 32" width="48" height="48" aria-hidden="true">
      <path
        d={isThere ? 'M3 3h26v26H3zM9 16l5 5 9-10' : 'M6 3h20v26H6zM11 11h10M11 16h10M11 21h6'}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
    </svg>
  )
}
