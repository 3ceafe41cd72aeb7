import { useEffect, useState } from 'react'
import type { DocumentFile } from '../../../lib/contract/documents/document.ts'
import { hasThumbnail, thumbnailOf } from '../../../lib/stores/documents/thumbnails.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'

/** The picture of a file: what it shows, or the badge of its kind. */
export function FilePicture({ file }: { file: DocumentFile }) {
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
  return <FileBadge name={file.local_name} />
}

export function FolderPicture() {
  return (
    <svg className="folder-picture" viewBox="0 0 48 40" aria-hidden="true">
      <path d="M3 6a3 3 0 0 1 3-3h11l4 5h21a3 3 0 0 1 3 3v23a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3Z" />
      <path className="folder-front" d="M3 14h42v20a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3Z" />
    </svg>
  )
}
