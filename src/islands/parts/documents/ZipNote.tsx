import { useStore } from '@nanostores/react'
import { formatStorage } from '../../../lib/rules/files/storage-units.ts'
import { downloadItem } from '../../../lib/stores/documents/download.ts'
import { $zip, forgetZip, WHOLE_BYTES, type ZipState } from '../../../lib/stores/documents/zip.ts'
import { showToast } from '../../kit/toast.ts'
import { useModal } from '../../kit/use-modal.ts'
import '../../kit/confirm-dialog.css'

/** Says that this browser cannot make a ZIP as large, and what can be done. */
export function ZipNote() {
  const zip = useStore($zip)
  return zip.status === 'too-large' ? <TooLarge zip={zip} /> : null
}

function TooLarge({ zip: { folder, bytes } }: { zip: Extract<ZipState, { status: 'too-large' }> }) {
  const dialog = useModal()

  async function downloadEach() {
    forgetZip()
    const text = await downloadItem({ kind: 'folder', key: `folder-${folder.id}`, folder })
    if (text) showToast(text, 'error')
  }
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="zip-title" onCancel={forgetZip}>
      <h2 id="zip-title">“{folder.name}”太大，这个浏览器不能打包</h2>
      <p>
        文件夹共 {formatStorage(bytes)}，这个浏览器一次最多打包 {formatStorage(WHOLE_BYTES)}
        。请改用新版 Chrome 或 Edge 打包，或者逐个下载里面的文件。
      </p>
      <div className="confirm-actions">
        <button type="button" className="button" onClick={forgetZip}>
          知道了
        </button>
        <button type="button" className="button button-primary" onClick={downloadEach}>
          逐个下载
        </button>
      </div>
    </dialog>
  )
}
