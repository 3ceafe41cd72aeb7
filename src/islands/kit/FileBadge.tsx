import { fileBadge } from '../../lib/rules/files/file-kinds.ts'

export function FileBadge({ name }: { name: string }) {
  const { label, kind } = fileBadge(name)
  return (
    <span className="file-badge" data-kind={kind}>
      {label}
    </span>
  )
}
