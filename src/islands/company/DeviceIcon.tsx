import type { DeviceKind } from './device-words.ts'

const PATHS: Readonly<Record<DeviceKind, string>> = {
  phone: 'M6 2h8v16H6ZM9 15.5h2',
  tablet: 'M4 2h12v16H4ZM9 15.5h2',
  computer: 'M2 4h16v10H2ZM7 17h6M10 14v3',
  unknown: 'M2 4h16v10H2ZM10 11.5v.01M8.5 7a1.5 1.5 0 1 1 1.5 2',
}

/** A phone, a tablet or a computer; the words beside it say the same. */
export function DeviceIcon({ kind }: { kind: DeviceKind }) {
  return (
    <svg viewBox="0 0 20 20" width="24" height="24" aria-hidden="true">
      <path
        d={PATHS[kind]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
