import { useEffect, useState } from 'react'
import type { DocumentFile } from '../../../lib/contract/documents/document.ts'
import { endingOf, kindOf } from '../../../lib/rules/files/file-kinds.ts'
import { hasThumbnail, thumbnailOf } from '../../../lib/stores/documents/thumbnails.ts'

/** The picture of a file: what it shows, or a badge in the colour of its kind (behaviour B8.6). */
export function FileBadge({ file }: { file: DocumentFile }) {
  const [address, setAddress] = useState<string | null>(null)
  const isPicture = hasThumbnail(file)
  useEffect(() => {
    if (!isPicture) return
    let isShown = true
    thumbnailOf(file).then(
      (url) => isShown && setAddress(url),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [file, isPicture])
  // It may have been renamed to another kind since.
  if (isPicture && address) {
    return (
      <img
        className="file-picture"
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setAddress(null)}
      />
    )
  }
  const kind = kindOf(file.local_name)
  return (
    <span className={`file-badge file-badge-${kind}`} aria-hidden="true">
      {endingOf(file.local_name).slice(0, 4).toUpperCase() || '文件'}
    </span>
  )
}

export function FolderBadge() {
  return (
    <svg className="folder-badge" viewBox="0 0 48 40" aria-hidden="true">
      <path d="M3 6a3 3 0 0 1 3-3h11l4 5h21a3 3 0 0 1 3 3v23a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3Z" />
      <path className="folder-front" d="M3 14h42v20a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3Z" />
    </svg>
  )
}
