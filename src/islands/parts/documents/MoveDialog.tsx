import { useEffect, useState } from 'react'
import type { Folder } from '../../../lib/contract/documents/document.ts'
import { moveItem } from '../../../lib/stores/documents/changes.ts'
import { readFolders } from '../../../lib/stores/documents/folders.ts'
import { type DocumentItem, nameOf } from '../../../lib/stores/documents/view.ts'
import { useModal } from '../../kit/modals.ts'
import { showToast } from '../../kit/toast.ts'
import '../../kit/confirm-dialog.css'

interface FolderStep {
  id: number | null
  name: string
}

const TOP: FolderStep = { id: null, name: '全部文件' }

export function MoveDialog({ item, onEnd }: { item: DocumentItem; onEnd: () => void }) {
  const dialog = useModal()
  const [path, setPath] = useState<readonly FolderStep[]>([TOP])
  const [isMoving, setMoving] = useState(false)
  const here = path.at(-1) ?? TOP
  const isSame = here.id === (item.kind === 'folder' ? item.folder.parent : item.file.folder)
  const isAllowed = !isSame && (item.kind === 'folder' || here.id !== null)

  async function move() {
    if (isMoving) return
    setMoving(true)
    const outcome = await moveItem(item, here.id)
    setMoving(false)
    if (!outcome.done) return showToast(outcome.text, 'error')
    showToast('修改成功')
    onEnd()
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="move-title" onCancel={onEnd}>
      <h2 id="move-title">移动“{nameOf(item)}”到</h2>
      <nav className="soft wrap crumbs" aria-label="目标位置">
        {path.map((place, depth) => (
          <button
            key={place.id}
            type="button"
            aria-current={place === here ? 'location' : undefined}
            onClick={() => setPath(path.slice(0, depth + 1))}
          >
            {place.name}
          </button>
        ))}
      </nav>
      <FolderLevel
        key={here.id}
        parent={here.id}
        without={item.kind === 'folder' ? item.folder.id : undefined}
        onOpen={(folder) => setPath([...path, folder])}
      />
      <div className="confirm-actions">
        <button type="button" className="button" onClick={onEnd}>
          取消
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={!isAllowed}
          aria-busy={isMoving}
          onClick={move}
        >
          移动到这里
        </button>
      </div>
    </dialog>
  )
}

type Level =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; folders: readonly Folder[] }

interface LevelProps {
  parent: number | null
  /** A folder cannot move into itself. */
  without: number | undefined
  onOpen: (folder: Folder) => void
}

function FolderLevel({ parent, without, onOpen }: LevelProps) {
  const [level, setLevel] = useState<Level>({ status: 'loading' })
  useEffect(() => {
    readLevel(parent).then(setLevel)
  }, [parent])
  function retry() {
    setLevel({ status: 'loading' })
    readLevel(parent).then(setLevel)
  }
  const folders = level.status === 'ready' ? level.folders.filter(({ id }) => id !== without) : []
  return (
    <ul className="move-folders" aria-busy={level.status === 'loading'}>
      {level.status === 'loading' && (
        <li className="move-none" role="status">
          正在加载…
        </li>
      )}
      {level.status === 'failed' && (
        <li role="alert">
          {level.text}
          <button type="button" onClick={retry}>
            重试
          </button>
        </li>
      )}
      {folders.map((folder) => (
        <li key={folder.id}>
          <button type="button" onClick={() => onOpen(folder)}>
            {folder.name}
          </button>
        </li>
      ))}
      {level.status === 'ready' && folders.length === 0 && <li className="move-none">没有下级文件夹</li>}
    </ul>
  )
}

async function readLevel(parent: number | null): Promise<Level> {
  const found = await readFolders(parent)
  return typeof found === 'string' ? { status: 'failed', text: found } : { status: 'ready', folders: found }
}
