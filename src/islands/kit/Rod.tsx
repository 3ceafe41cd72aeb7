import './rod.css'

interface RodProps {
  from: number
  to: number
  /** Length of the longest rod. */
  most: number
  /** Its share of the width, in percent. */
  longest?: number
}

/** A bar, solid up to the sure part, pale up to the possible one. */
export function Rod({ from, to, most, longest = 100 }: RodProps) {
  const length = most === 0 ? 0 : Math.max(1, (to / most) * longest)
  return (
    <svg width={`${length}%`} height={16} aria-hidden="true">
      <rect width="100%" height="16" className="rod-may" />
      <rect width={`${to === 0 ? 0 : (from / to) * 100}%`} height="16" className="rod-sure" />
    </svg>
  )
}
