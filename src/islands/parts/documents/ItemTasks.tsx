import { useEffect, useEffectEvent, useRef } from 'react'
import { FILE_NAME_EMPTY, FOLDER_NAME_EMPTY } from '../../../lib/contract/documents/document-name.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import {
  copyItems,
  deleteItems,
  makeFolder,
  putBack,
  renameItem,
} from '../../../lib/stores/documents/changes.ts'
import {
  $view,
  contentOf,
  type DocumentItem,
  type FileItem,
  nameOf,
  openPlace,
} from '../../../lib/stores/documents/view.ts'
import { addUploads } from '../../../lib/stores/uploads/queue.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { offerUndo, showToast } from '../../kit/toast.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { NameDialog } from './NameDialog.tsx'
import { ValidityDialog } from './ValidityDialog.tsx'

export type Task =
  /** `into`: the name of the target folder, if it is not the current one. */
  | { kind: 'new-folder'; parent: number | null; into?: string }
  | { kind: 'rename' | 'move'; item: DocumentItem }
  | { kind: 'update' | 'validity'; item: FileItem }
  | { kind: 'delete'; items: readonly DocumentItem[] }

const NAMED = 5

export function ItemTasks({ task, onEnd }: { task: Task; onEnd: () => void }) {
  switch (task.kind) {
    case 'new-folder':
      return (
        <NameDialog
          title={task.into === undefined ? '新建文件夹' : `在“${task.into}”中新建文件夹`}
          label="文件夹名"
          whenEmpty={FOLDER_NAME_EMPTY}
          onSave={(name) => makeFolder(name, task.parent)}
          onClose={(isSaved) => {
            if (isSaved && task.into !== undefined && task.parent)
              openPlace({ kind: 'folder', id: task.parent })
            onEnd()
          }}
        />
      )
    case 'rename':
      return (
        <NameDialog
          title="重命名"
          label={task.item.kind === 'folder' ? '文件夹名' : '文件名'}
          whenEmpty={FILE_NAME_EMPTY}
          name={nameOf(task.item)}
          onSave={(name) => renameItem(task.item, name)}
          saved="修改成功"
          onClose={onEnd}
        />
      )
    case 'delete':
      return <Deletion items={task.items} onEnd={onEnd} />
    case 'move':
      return <MoveDialog item={task.item} onEnd={onEnd} />
    case 'update':
      return <Replacement item={task.item} onEnd={onEnd} />
    case 'validity':
      return <ValidityDialog file={task.item.file} onClose={onEnd} />
  }
}

function Deletion({ items, onEnd }: { items: readonly DocumentItem[]; onEnd: () => void }) {
  const hasFolder = items.some(({ kind }) => kind === 'folder')
  const names = items.slice(0, NAMED).map((item) => `“${nameOf(item)}”`)
  const more = items.length > NAMED ? ` 等 ${formatNumber(items.length)} 项` : ''

  async function confirm() {
    onEnd()
    const copies = await copyItems(items)
    const outcome = await deleteItems(items)
    if (!outcome.done) return showToast(outcome.text, 'error')
    showToast('删除成功')
    const what = items.length === 1 ? names[0] : ` ${formatNumber(items.length)} 项`
    if (copies) offerUndo(`已删除${what}`, () => undo(copies))
  }
  async function undo(copies: Parameters<typeof putBack>[0]) {
    const outcome = await putBack(copies)
    showToast(outcome.done ? '已恢复' : outcome.text, outcome.done ? 'success' : 'error')
  }
  return (
    <ConfirmDialog title={`删除${names.join('、')}${more}？`} onConfirm={confirm} onCancel={onEnd}>
      <p>{hasFolder && '文件夹中的全部内容会一并删除。'}删除后 10 秒内可以撤销。</p>
    </ConfirmDialog>
  )
}

/** 更新: replaces the content; the name up to its ending, and all references to the file, stay. */
function Replacement({ item, onEnd }: { item: FileItem; onEnd: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const element = input.current
    element?.addEventListener('cancel', end)
    element?.click()
    return () => element?.removeEventListener('cancel', end)
  }, [])
  const { file: old } = item
  return (
    <input
      ref={input}
      type="file"
      hidden
      aria-label={`选择用来更新“${old.local_name}”的文件`}
      onChange={({ target }) => {
        const file = target.files?.[0]
        const place = { folderId: old.folder, folderName: folderOf(item) }
        if (file) addUploads([{ file, replaces: old.id, replacesName: old.local_name, ...place }])
        onEnd()
      }}
    />
  )
}

function folderOf({ path = contentOf($view.get()).path }: FileItem): string {
  return path.at(-1)?.name ?? ''
}
