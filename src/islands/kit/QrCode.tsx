interface Props {
  modules: readonly (readonly boolean[])[]
  label: string
  className: string
}

/** White modules around it, which scanners need. */
const QUIET = 2

/** A QR code as one path; dark on light in every theme, as scanners need it. */
export function QrCode({ modules, label, className }: Props) {
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('')
  const side = modules.length + 2 * QUIET
  return (
    <svg
      className={className}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
