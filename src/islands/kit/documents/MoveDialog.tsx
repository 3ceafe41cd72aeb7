import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Folder } from '../../../lib/contract/document.ts'
import { moveItem } from '../../../lib/stores/documents/changes.ts'
import { readFolders } from '../../../lib/stores/documents/folder-choice.ts'
import { type DocumentItem, nameOf } from '../../../lib/stores/documents/view.ts'
import { showToast } from '../toast.ts'
import '../confirm-dialog.css'

interface Place {
  id: number | null
  name: string
}

const TOP: Place = { id: null, name: '全部文件' }

/** Chooses the folder that an item is to lie in, level by level. */
export function MoveDialog({ item, onEnd }: { item: DocumentItem; onEnd: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [path, setPath] = useState<readonly Place[]>([TOP])
  const [folders, setFolders] = useState<readonly Folder[] | string>([])
  const here = path.at(-1) ?? TOP
  const isSame = here.id === (item.kind === 'folder' ? item.folder.parent : item.file.folder)
  const isAllowed = !isSame && (item.kind === 'folder' || here.id !== null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    let isShown = true
    readFolders(here.id).then((found) => isShown && setFolders(found))
    return () => {
      isShown = false
    }
  }, [here.id])

  async function move() {
    const outcome = await moveItem(item, here.id)
    if (outcome.done) {
      showToast('修改成功')
      onEnd()
    } else showToast(outcome.text, 'error')
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="move-title" onCancel={onEnd}>
      <h2 id="move-title">移动“{nameOf(item)}”到</h2>
      <nav className="crumbs" aria-label="目标位置">
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
      <ul className="move-folders">
        {typeof folders === 'string' && <li role="alert">{folders}</li>}
        {typeof folders !== 'string' &&
          folders
            .filter(({ id }) => item.kind === 'file' || id !== item.folder.id)
            .map(({ id, name }) => (
              <li key={id}>
                <button type="button" onClick={() => setPath([...path, { id, name }])}>
                  {name}
                </button>
              </li>
            ))}
        {folders.length === 0 && <li className="move-none">没有下级文件夹</li>}
      </ul>
      <div className="confirm-actions">
        <button type="button" className="button" onClick={onEnd}>
          取消
        </button>
        <button type="button" className="button button-primary" disabled={!isAllowed} onClick={move}>
          移动到这里
        </button>
      </div>
    </dialog>
  )
}
