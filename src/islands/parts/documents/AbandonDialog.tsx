import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

interface Props {
  /** What is given up with it. */
  title: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before bytes that were uploaded already are thrown away. */
export function AbandonDialog({ title, onConfirm, onCancel }: Props) {
  return (
    <ConfirmDialog title={title} onCancel={onCancel} onConfirm={onConfirm}>
      <p>已上传的部分会从服务器上清除，需要时要重新选择文件、从头上传。</p>
    </ConfirmDialog>
  )
}
