import { useStore } from '@nanostores/react'
import { $topFolders, $view, contentOf, openPlace } from '../../../lib/stores/documents/view.ts'

/** The folders at the top, at the left. */
export function FolderList() {
  const folders = useStore($topFolders)
  const view = useStore($view)
  const { place, status } = view
  const openId = contentOf(view).path[0]?.id
  return (
    <nav className="folders" aria-label="文件夹">
      <button
        type="button"
        aria-current={place.kind === 'top' ? 'true' : undefined}
        onClick={() => openPlace({ kind: 'top' })}
      >
        全部文件
      </button>
      {folders.length === 0 && status === 'ready' && <p>暂无文件夹</p>}
      {folders.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          title={name}
          aria-current={place.kind === 'folder' && openId === id ? 'true' : undefined}
          onClick={() => openPlace({ kind: 'folder', id })}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
