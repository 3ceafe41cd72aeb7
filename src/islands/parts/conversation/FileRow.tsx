import { type ReactNode, useRef, useState } from 'react'
import { type ChatFile, REMARK_LIMIT } from '../../../lib/contract/chat/chat-file.ts'
import { SCAN_WORDS } from '../../../lib/rules/files/scan-words.ts'
import { formatBytes } from '../../../lib/rules/text/format-number.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { FileBadge } from '../../kit/FileBadge.tsx'
import { isComposing } from '../../kit/is-composing.ts'
import { type Attach, FileSource } from './attach.tsx'

interface ReadOnlyProps {
  file: ChatFile
  onDownload: () => void
}

export function ReadOnlyFile({ file, onDownload }: ReadOnlyProps) {
  return (
    <FileRow file={file}>
      <Download name={file.local_name} onDownload={onDownload} />
    </FileRow>
  )
}

interface OwnProps extends ReadOnlyProps {
  replacing: Attach
  onRemark: (remark: string) => Promise<boolean>
  onDelete: () => void
}

type Editing = 'nothing' | 'remark' | 'file'

export function OwnFile({ file, onDownload, replacing, onRemark, onDelete }: OwnProps) {
  const [editing, setEditing] = useState<Editing>('nothing')
  const name = file.local_name
  const toggle = (what: Editing) => () => setEditing(editing === what ? 'nothing' : what)
  const fileButton = useRef<HTMLButtonElement>(null)
  const remarkButton = useRef<HTMLButtonElement>(null)
  /** Returns the focus to the edit button, because the field disappears. */
  const end = () => {
    const opener = editing === 'file' ? fileButton : remarkButton
    opener.current?.focus()
    setEditing('nothing')
  }
  return (
    <FileRow file={file}>
      <Download name={name} onDownload={onDownload} />
      <button
        ref={fileButton}
        type="button"
        aria-label={`更新：${name}`}
        aria-expanded={editing === 'file'}
        onClick={toggle('file')}
      >
        更新
      </button>
      <button
        ref={remarkButton}
        type="button"
        aria-label={`备注：${name}`}
        aria-expanded={editing === 'remark'}
        onClick={toggle('remark')}
      >
        备注
      </button>
      <button type="button" aria-label={`删除：${name}`} onClick={onDelete}>
        删除
      </button>
      {editing === 'file' && (
        <div className="file-edit">
          <p>请选择新文件</p>
          <FileSource
            onFiles={(files) => {
              end()
              replacing.fromDevice(files)
            }}
            onPick={() => {
              end()
              replacing.fromDocuments()
            }}
          />
        </div>
      )}
      {editing === 'remark' && (
        <RemarkForm
          remark={file.remark}
          onSave={async (remark) => {
            if (await onRemark(remark)) end()
          }}
          onCancel={end}
        />
      )}
    </FileRow>
  )
}

interface RemarkProps {
  remark: string
  onSave: (remark: string) => Promise<void>
  onCancel: () => void
}

/** Saves only a text that is not empty (behaviour B7.8). */
function RemarkForm({ remark, onSave, onCancel }: RemarkProps) {
  const [typed, setTyped] = useState(remark)
  /** A disabled button would lose the focus. */
  const isBusy = useRef(false)
  return (
    <form
      className="file-edit"
      onSubmit={async (event) => {
        event.preventDefault()
        if (isBusy.current) return
        isBusy.current = true
        await onSave(typed)
        isBusy.current = false
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <textarea
        className="field"
        aria-label="备注"
        rows={2}
        maxLength={REMARK_LIMIT}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" disabled={typed.trim() === ''}>
        保存
      </button>
      <button type="button" onClick={onCancel}>
        取消
      </button>
    </form>
  )
}

function FileRow({ file, children }: { file: ChatFile; children: ReactNode }) {
  const { local_name, size, scan, remark, gmt_modified, admin_name } = file
  return (
    <li className="file-row">
      <FileBadge name={local_name} />
      <div className="file-row-body">
        <p className="file-row-name">{local_name}</p>
        <p className="soft">
          {formatBytes(size)} · <time dateTime={gmt_modified}>{chinaDay(new Date(gmt_modified))}</time>
          {admin_name !== null && ` · ${admin_name}`}
          {scan && ` · ${SCAN_WORDS[scan]}`}
        </p>
        {remark !== '' && <p className="file-row-remark">{remark}</p>}
        <div className="wrap file-row-acts">{children}</div>
      </div>
    </li>
  )
}

function Download({ name, onDownload }: { name: string; onDownload: () => void }) {
  return (
    <button type="button" aria-label={`下载：${name}`} onClick={onDownload}>
      下载
    </button>
  )
}
