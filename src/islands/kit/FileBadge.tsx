import { fileBadge } from '../../lib/rules/files/file-kinds.ts'

/** The type of a file in letters, on its family's colour; styled by `file-badge.css`. */
export function FileBadge({ name }: { name: string }) {
  const { label, kind } = fileBadge(name)
  return (
    <span className="file-badge" data-kind={kind}>
      {label}
    </span>
  )
}
