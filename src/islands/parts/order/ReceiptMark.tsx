/** A tick when the application is there, else a sheet of paper. */
export function ReceiptMark({ isThere }: { isThere: boolean }) {
  return (
    <svg viewBox="0 0 64 64" width="60" height="60" aria-hidden="true">
      <circle cx="32" cy="32" r="30" fill="var(--ground)" stroke="var(--tone-open)" strokeWidth="2" />
      <path
        d={isThere ? 'm20 33 8 8 17-18' : 'M22 24h20M22 32h20M22 40h12'}
        fill="none"
        stroke="var(--tone-open)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}
