import { useEffect, useState } from 'react'
import type { DocumentFile } from '../../../lib/contract/documents/document.ts'
import { SCAN_WORDS } from '../../../lib/rules/files/scan-words.ts'
import { formatFileSize } from '../../../lib/rules/files/storage-units.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { validityText } from '../../../lib/stores/documents/paper-validity.ts'
import { hasThumbnail, thumbnailOf } from '../../../lib/stores/documents/thumbnails.ts'
import { type DocumentItem, nameOf } from '../../../lib/stores/documents/view.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { PaperWarning } from '../order/PaperWarning.tsx'
import { type ItemAction, ItemMenu } from './ItemMenu.tsx'

interface ItemTileProps {
  item: DocumentItem
  index: number
  total: number
  isActive: boolean
  isChosen: boolean
  canChoose: boolean
  onFocus: () => void
  onPress: () => void
  onChoose: () => void
  onAction: (action: ItemAction, item: DocumentItem) => void
}

export function ItemTile(props: ItemTileProps) {
  const { item, index, total, isActive, isChosen, canChoose } = props
  const name = nameOf(item)
  const kind = item.kind === 'folder' ? '文件夹' : '文件'
  return (
    <li
      className={isChosen ? 'item item-chosen' : 'item'}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-key={item.key}
      onFocus={props.onFocus}
    >
      <button
        type="button"
        className="item-main"
        title={[name, sizeOf(item), dayOf(item), item.kind === 'file' && validityText(item.file)]
          .filter(Boolean)
          .join('，')}
        aria-pressed={item.kind === 'file' ? isChosen : undefined}
        tabIndex={isActive ? 0 : -1}
        onClick={props.onPress}
      >
        <span className="item-picture" aria-hidden="true">
          {item.kind === 'folder' ? (
            <FolderPicture />
          ) : (
            <FilePicture key={item.file.hash_name} file={item.file} />
          )}
        </span>
        <span className="visually-hidden">{kind} </span>
        <span className="item-name">{name}</span>
        {item.kind === 'file' && <PaperWarning validity={item.file} />}
        {item.kind === 'file' && item.file.scan && (
          <span className="paper-warning">{SCAN_WORDS[item.file.scan]}</span>
        )}
        {item.path && <span className="soft cut item-note">{placeOf(item)}</span>}
        <span className="soft cut figures item-size" aria-hidden="true">
          {sizeOf(item)}
        </span>
        <time className="soft cut item-time" aria-hidden="true">
          {dayOf(item)}
        </time>
      </button>
      {isChosen && !canChoose && (
        <span className="item-mark">
          <Icon name="check" size={14} />
        </span>
      )}
      {canChoose && (
        <input
          type="checkbox"
          className="item-check"
          aria-label={`选择 ${name}`}
          tabIndex={-1}
          checked={isChosen}
          onChange={props.onChoose}
        />
      )}
      <ItemMenu item={item} isActive={isActive} onAction={props.onAction} />
    </li>
  )
}

function placeOf({ path = [] }: DocumentItem): string {
  return ['全部文件', ...path.map(({ name }) => name)].join(' / ')
}

function dayOf(item: DocumentItem): string {
  return chinaDay(new Date(item.kind === 'folder' ? item.folder.gmt_create : item.file.gmt_modified))
}

function sizeOf(item: DocumentItem): string {
  return item.kind === 'folder' ? '' : formatFileSize(item.file.size)
}

function FilePicture({ file }: { file: DocumentFile }) {
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
  // The file may have been renamed to another type.
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

function FolderPicture() {
  return (
    <svg className="folder-picture" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 6h9l3 4h12v17H4zM4 14h24" />
    </svg>
  )
}
