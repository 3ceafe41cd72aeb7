import { ConfirmDialog } from '../ConfirmDialog.tsx'

interface Props {
  /** With what is given up. */
  title: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what has been sent is lost. */
export function GiveUpDialog({ title, onConfirm, onCancel }: Props) {
  return (
    <ConfirmDialog title={title} onCancel={onCancel} onConfirm={onConfirm}>
      <p>已上传的部分会从服务器上清除，需要时要重新选择文件、从头上传。</p>
    </ConfirmDialog>
  )
}
