import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { saveUrl } from '../../../lib/browser/save-file.ts'
import type { ChatFile } from '../../../lib/contract/chat/chat-file.ts'
import type { Dialogue } from '../../../lib/conversation/dialogue.ts'
import type { CompanyShelf, Told } from '../../../lib/stores/chat/shelf.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { offerUndo, showToast } from '../../kit/toast.ts'
import { Waiting } from '../../kit/Waiting.tsx'
import { attachTo, FileSource, UploadLine } from './attach.tsx'
import { OwnFile, ReadOnlyFile } from './FileRow.tsx'

interface Props {
  shelf: CompanyShelf
  dialogue: Dialogue | undefined
  of?: string
}

export function FilePanes({ shelf, dialogue, of = '' }: Props) {
  const state = useStore(shelf.$state)
  const [doomed, setDoomed] = useState<ChatFile>()
  const mine = useRef<HTMLElement>(null)
  useEffect(() => {
    shelf.load()
    const look = () => document.visibilityState !== 'hidden' && shelf.load()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [shelf])
  useEffect(() => dialogue && shelf.follow(dialogue.$files), [shelf, dialogue])

  async function say(work: Promise<Told | undefined>): Promise<boolean> {
    const told = await work
    if (told) showToast(told.text, told.tone)
    return told?.tone !== 'error'
  }
  async function download(file: ChatFile): Promise<void> {
    const found = await shelf.findUrl(file)
    if ('url' in found) saveUrl(found.url)
    else showToast(found.text, 'error')
  }
  const removing = useRef<number>(undefined)
  async function remove(file: ChatFile): Promise<void> {
    removing.current = file.id
    const isGone = await say(shelf.remove(file))
    if (!isGone) removing.current = undefined
    const { local_name: localName, hash_name: hashName, remark } = file
    if (isGone) offerUndo(`已删除“${localName}”`, () => say(shelf.add({ localName, hashName }, remark)))
  }
  // The row disappears with the answer or with news of it, together with the focus.
  useEffect(() => {
    if (state.status !== 'ready' || removing.current === undefined) return
    if (state.customer.some(({ id }) => id === removing.current)) return
    removing.current = undefined
    if (document.activeElement === document.body) mine.current?.querySelector('button')?.focus()
  }, [state])
  const adding = attachTo('shelf', (file) => say(shelf.add(file)))
  const isReady = state.status === 'ready'
  return (
    <div className="file-panes">
      <section aria-label={`运营反馈文件${of}`}>
        <h3>运营反馈文件</h3>
        {isReady && state.admin.length === 0 && (
          <p className="soft file-note">专家反馈的文件会放在这里，可随时下载。</p>
        )}
        {isReady && (
          <ul>
            {state.admin.map((file) => (
              <ReadOnlyFile key={file.id} file={file} onDownload={() => download(file)} />
            ))}
          </ul>
        )}
        <ShelfState shelf={shelf} />
      </section>
      <section ref={mine} aria-label={`我的服务文件${of}`}>
        <h3>我的服务文件</h3>
        <FileSource onFiles={adding.fromDevice} onPick={adding.fromDocuments} />
        <UploadLine place="shelf" />
        {isReady && state.customer.length === 0 && (
          <p className="soft file-note">请将需要专家查看的材料放在这里，可写备注，可随时更新。</p>
        )}
        {isReady && (
          <ul>
            {state.customer.map((file) => (
              <OwnFile
                key={file.id}
                file={file}
                onDownload={() => download(file)}
                replacing={attachTo('shelf', (by) => say(shelf.replace(file, by)))}
                onRemark={(remark) => say(shelf.remark(file, remark))}
                onDelete={() => setDoomed(file)}
              />
            ))}
          </ul>
        )}
        <ShelfState shelf={shelf} />
      </section>
      {doomed && (
        <ConfirmDialog
          title={`删除“${doomed.local_name}”？`}
          onConfirm={() => {
            setDoomed(undefined)
            remove(doomed)
          }}
          onCancel={() => setDoomed(undefined)}
        >
          <p>删除后专家不能再查看，10 秒内可以撤销。</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function ShelfState({ shelf }: { shelf: CompanyShelf }) {
  const state = useStore(shelf.$state)
  if (state.status === 'ready') return null
  if (state.status !== 'failed') return <Waiting rows={2} />
  return (
    <p className="soft file-note" role="alert">
      {state.text}
      <button type="button" className="link" onClick={shelf.load}>
        重试
      </button>
    </p>
  )
}
