import { useStore } from '@nanostores/react'
import { type DragEvent, useRef, useState } from 'react'
import { readChosen, readDropped } from '../../../lib/browser/dropped-files.ts'
import { refuseWhenFull } from '../../../lib/stores/storage-room.ts'
import { uploadOne, uploadTree } from '../../../lib/stores/upload-choice.ts'
import { clearEndedUploads } from '../../../lib/stores/upload-queue.ts'
import { $uploads, isEnded } from '../../../lib/stores/upload-state.ts'
import { showToast } from '../toast.ts'
import { Icon } from './Icon.tsx'
import { KeptUploads } from './KeptUploads.tsx'
import { UploadRow } from './UploadRow.tsx'

interface Props {
  /** `manage`: many at a time, folders too. */
  mode: 'pick' | 'manage'
  accept: readonly string[]
}

/** The tile that takes files, and the uploads below it. */
export function UploadBox({ mode, accept }: Props) {
  const uploads = useStore($uploads)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isMany = mode === 'manage'

  function setFolder(input: HTMLInputElement | null) {
    folder.current = input
    if (input) input.webkitdirectory = true
  }

  function choose(input: HTMLInputElement | null) {
    if (!refuseWhenFull()) input?.click()
  }

  async function take(chosen: ReturnType<typeof readChosen>) {
    const text = await (isMany ? uploadTree(chosen) : uploadOne(chosen, accept))
    if (text) showToast(text, 'error')
  }

  async function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    await take(await readDropped(event.dataTransfer))
  }

  function chosen({ target }: { target: HTMLInputElement }) {
    const list = target.files && readChosen(target.files)
    // The same file again has to be a change, too.
    target.value = ''
    if (list) take(list)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its button inside
    <div
      className={isOver ? 'upload upload-over' : 'upload'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={({ clipboardData }) => clipboardData.files.length > 0 && take(readChosen(clipboardData.files))}
    >
      <button type="button" className="upload-tile" onClick={() => choose(files.current)}>
        <Icon name="upload" />
        上传文件
        <span className="upload-hint">
          {isMany ? '点击选择，或把文件、文件夹拖到这里' : '点击选择，或把文件拖到这里'}
        </span>
      </button>
      {isMany && (
        <span className="upload-more">
          <button type="button" className="button" onClick={() => choose(files.current)}>
            批量上传
          </button>
          <button type="button" className="button" onClick={() => choose(folder.current)}>
            上传文件夹
          </button>
        </span>
      )}
      <input ref={files} type="file" multiple hidden aria-label="上传文件" onChange={chosen} />
      {isMany && <input ref={setFolder} type="file" hidden aria-label="上传文件夹" onChange={chosen} />}
      <KeptUploads />
      {uploads.length > 0 && (
        <ul className="uploads" aria-label="上传队列">
          {uploads.map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {uploads.length > 1 && uploads.some(isEnded) && (
        <button type="button" className="link" onClick={clearEndedUploads}>
          清除已结束的
        </button>
      )}
    </div>
  )
}
