import { type DocumentItem, nameOf } from '../../../lib/stores/documents/view.ts'
import { ActionMenu } from '../../kit/ActionMenu.tsx'

export type ItemAction =
  | 'rename'
  | 'new-folder'
  | 'download'
  | 'zip'
  | 'update'
  | 'validity'
  | 'move'
  | 'delete'

const FOLDER_ACTIONS: [ItemAction, string][] = [
  ['rename', '重命名'],
  ['new-folder', '新建文件夹'],
  ['download', '下载'],
  ['zip', '下载为压缩包'],
  ['move', '移动到…'],
  ['delete', '删除'],
]
const FILE_ACTIONS: [ItemAction, string][] = [
  ['rename', '重命名'],
  ['download', '下载'],
  ['update', '更新'],
  ['validity', '设置有效期'],
  ['move', '移动到…'],
  ['delete', '删除'],
]

interface Props {
  item: DocumentItem
  isActive: boolean
  onAction: (action: ItemAction, item: DocumentItem) => void
}

/** Opens the menu of the item around an element, like the menu key. */
export function openMenuOf(element: Element): void {
  element.closest('.item')?.querySelector<HTMLElement>('.action-menu')?.showPopover()
}

export function ItemMenu({ item, isActive, onAction }: Props) {
  const isFolder = item.kind === 'folder'
  return (
    <ActionMenu
      label={isFolder ? '文件夹操作' : '文件操作'}
      of={nameOf(item)}
      actions={isFolder ? FOLDER_ACTIONS : FILE_ACTIONS}
      isReached={isActive}
      onAction={(action) => onAction(action, item)}
    />
  )
}
