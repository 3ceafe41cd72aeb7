import { useStore } from '@nanostores/react'
import { Alert, Button, Progress } from 'antd'
import { $deskUpload, cancelDeskUpload, forgetDeskUpload } from '../../../lib/stores/operator/upload.ts'

/** How far the file is that is being uploaded, or why it failed. */
export function UploadNote() {
  const upload = useStore($deskUpload)
  if (upload.status === 'idle') return null
  if (upload.status === 'failed') {
    return (
      <Alert
        type="error"
        className="desk-alert"
        title={`${upload.name}：${upload.text}`}
        closable={{ closeIcon: true, 'aria-label': '关闭', onClose: forgetDeskUpload }}
      />
    )
  }
  if (upload.status === 'cancelling') {
    return (
      <div className="upload-note" role="status">
        取消中...
      </div>
    )
  }
  return (
    <div className="upload-note" role="status">
      <span>
        {upload.isWaiting ? '网络中断，恢复后继续：' : '正在上传：'}
        {upload.name}
      </span>
      <Progress percent={upload.percent} size="small" aria-label="上传进度" />
      <Button size="small" onClick={cancelDeskUpload}>
        取消
      </Button>
    </div>
  )
}
