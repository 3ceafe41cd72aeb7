import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readChosen } from '../../lib/browser/dropped-files.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { followPicks } from '../../lib/stores/documents/follow-picks.ts'
import { paperWarning } from '../../lib/stores/documents/paper-validity.ts'
import {
  $picker,
  closePicker,
  type OpenPicker,
  pickAll,
  togglePick,
} from '../../lib/stores/documents/picker.ts'
import { refuseWhenFull } from '../../lib/stores/documents/storage-quota.ts'
import type { DocumentItem } from '../../lib/stores/documents/view.ts'
import { $sortedItems } from '../../lib/stores/documents/view-choice.ts'
import { uploadOne } from '../../lib/stores/uploads/choice.ts'
import { $queuePause, $uploads, isEnded } from '../../lib/stores/uploads/state.ts'
import { Icon } from '../kit/Icon.tsx'
import { useModal } from '../kit/modals.ts'
import { showToast } from '../kit/toast.ts'
import { Explorer } from '../parts/documents/Explorer.tsx'
import { UploadNews } from '../parts/documents/UploadNews.tsx'
import sheet from './picker-sheet.css?url'

const FEW_ITEMS = 6

export function DocumentPicker() {
  const state = useStore($picker, { ssr: 'initial' })
  return (
    <>
      {state.status === 'open' && <Dialog state={state} />}
      <UploadNews />
    </>
  )
}

function Dialog({ state }: { state: OpenPicker }) {
  const { picked, limit, accept } = state
  const dialog = useModal()
  const input = useRef<HTMLInputElement>(null)
  const chosen = useMemo(() => new Set(picked.map(({ id }) => `file-${id}`)), [picked])
  const isWide = useWideOnceNeeded()
  const today = chinaDay(new Date())
  const warned = picked.filter((file) => paperWarning(file, today)).length
  useEffect(followPicks, [])

  async function chooseLocal() {
    if (!(await refuseWhenFull())) input.current?.click()
  }

  function choose(items: readonly DocumentItem[]) {
    const [first] = items
    const isOne = items.length === 1 && first?.kind === 'file'
    const text = isOne
      ? togglePick(first.file)
      : pickAll(items.flatMap((item) => (item.kind === 'file' ? item.file : [])))
    if (text) showToast(text, 'error')
  }

  return (
    <dialog
      ref={dialog}
      className={isWide ? 'picker picker-wide' : 'picker'}
      aria-labelledby="picker-title"
      onCancel={(event) => event.target === event.currentTarget && close(false)}
    >
      <link rel="stylesheet" href={sheet} precedence="dialog" />
      <div className="picker-head">
        <h2 id="picker-title">选择企业文件</h2>
        <button type="button" className="icon" aria-label="关闭" onClick={() => close(false)}>
          <Icon name="close" />
        </button>
      </div>
      <Explorer mode="pick" chosen={chosen} accept={accept} onChoose={choose} onClear={() => false} />
      <div className="picker-foot">
        <button type="button" className="button" onClick={chooseLocal}>
          上传本地文件
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="上传本地文件"
          onChange={async ({ target }) => {
            const files = target.files && readChosen(target.files)
            target.value = ''
            const text = files && (await uploadOne(files, accept))
            if (text) showToast(text, 'error')
          }}
        />
        <span className="soft picker-count" role="status">
          {warned > 0 && <b className="picker-warning">{warned} 个需留意有效期</b>}
          {picked.length > 0 ? `已选 ${picked.length}/${limit}` : `最多选 ${limit} 个`}
        </span>
        <button
          type="button"
          className="button button-primary"
          disabled={picked.length === 0}
          onClick={() => close(true)}
        >
          确定
        </button>
      </div>
    </dialog>
  )
}

/** 520 px by default; widens for the grid and stays so until it closes. */
function useWideOnceNeeded(): boolean {
  const { length } = useStore($sortedItems)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    if (length > FEW_ITEMS) setWide(true)
  }, [length])
  return isWide
}

/** Uploads continue after the picker closes; UploadNews reports their end. */
function close(isConfirmed: boolean): void {
  closePicker(isConfirmed)
  const open = $uploads.get().filter((upload) => !isEnded(upload)).length
  const pause = $queuePause.get()
  if (open > 0 && pause) showToast(`还有 ${open} 个文件未上传：${pause.text}`, 'error')
  else if (open > 0) showToast(`还有 ${open} 个文件正在上传，完成后会提示您`)
}
