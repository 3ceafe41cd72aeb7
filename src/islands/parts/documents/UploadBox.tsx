import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Dropped, readChosen, readDropped } from '../../../lib/browser/dropped-files.ts'
import { refuseWhenFull } from '../../../lib/stores/documents/storage-quota.ts'
import { uploadOne, uploadTree } from '../../../lib/stores/uploads/choice.ts'
import { Icon } from '../../kit/Icon.tsx'
import { showToast } from '../../kit/toast.ts'
import { UploadQueue } from './UploadQueue.tsx'

interface UploadBoxProps {
  mode: 'pick' | 'manage'
  accept: readonly string[]
  children: ReactNode
}

export function UploadBox({ mode, accept, children }: UploadBoxProps) {
  const one = useRef<HTMLInputElement>(null)
  const many = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isMany = mode === 'manage'
  useNoDropsBeside()

  async function take(chosen: Dropped, asMany: boolean) {
    const text = await (asMany ? uploadTree(chosen) : uploadOne(chosen, accept))
    if (text) showToast(text, 'error')
  }

  async function drop(event: DragEvent, asMany: boolean) {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    const dropped = await readDropped(event.dataTransfer).catch(() => null)
    if (dropped) await take(dropped, asMany)
    else showToast('有文件读不到，可能已被移动或删除，请重新拖放', 'error')
  }

  function changed(target: HTMLInputElement, asMany: boolean) {
    const chosen = target.files && readChosen(target.files)
    // Otherwise choosing the same file again would fire no change event.
    target.value = ''
    if (chosen) take(chosen, asMany)
  }

  const choose = async (input: HTMLInputElement | null) => {
    if (!(await refuseWhenFull())) input?.click()
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever cannot drop has the buttons inside
    <div
      className={isOver ? 'upload upload-over' : 'upload'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => drop(event, isMany)}
    >
      <div className="wrap upload-ways">
        <button
          type="button"
          className={isMany ? 'button button-primary' : 'button upload-tile'}
          onClick={() => choose(one.current)}
          onDrop={(event) => drop(event, false)}
        >
          <Icon name="upload" />
          上传文件
          {!isMany && <span className="soft upload-hint">点击选择，或将文件拖到此处</span>}
        </button>
        {isMany && (
          <>
            <button type="button" className="button button-text" onClick={() => choose(many.current)}>
              批量上传
            </button>
            <button type="button" className="button button-text" onClick={() => choose(folder.current)}>
              上传文件夹
            </button>
            <span className="soft upload-hint">也可以将文件拖到此处</span>
          </>
        )}
      </div>
      <input
        ref={one}
        type="file"
        multiple
        hidden
        aria-label="上传文件"
        onChange={({ target }) => changed(target, false)}
      />
      {isMany && (
        <>
          <input
            ref={many}
            type="file"
            multiple
            hidden
            aria-label="批量上传"
            onChange={({ target }) => changed(target, true)}
          />
          <input
            ref={(input) => {
              folder.current = input
              if (input) input.webkitdirectory = true
            }}
            type="file"
            hidden
            aria-label="上传文件夹"
            onChange={({ target }) => changed(target, true)}
          />
        </>
      )}
      <UploadQueue />
      {children}
    </div>
  )
}

/** A file dropped beside the box must not replace the page. */
function useNoDropsBeside(): void {
  useEffect(() => {
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}

function refuse(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
