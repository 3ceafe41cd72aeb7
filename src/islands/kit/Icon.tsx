const PATHS = {
  close: 'm4 4 12 12M16 4 4 16',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  plus: 'M10 3.5v13M3.5 10h13',
  upload: 'M10 13V3.5M6 7.5l4-4 4 4M3.5 13v3.5h13V13',
  folder: 'M2.5 5.5v10h15v-8.5h-8l-1.7-2H2.5Z',
  search: 'M13.5 13.5 17 17M9 14.5A5.5 5.5 0 1 0 9 3.5a5.5 5.5 0 0 0 0 11Z',
  grid: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  list: 'M3.5 5h13M3.5 10h13M3.5 15h13',
  check: 'm4 10.5 4 4 8-9',
  down: 'M10 3.5v9.5M6 9l4 4 4-4M3.5 16.5h13',
} as const

interface Props {
  name: keyof typeof PATHS
  size?: number
  stroke?: number
}

export function Icon({ name, size = 20, stroke = name === 'more' ? 2.6 : 1.7 }: Props) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
