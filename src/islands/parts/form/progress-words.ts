import type { FileProgress } from '../../../lib/stores/forms/send-pending.ts'

/** How far a file has come. */
export function progressWords(progress: FileProgress): string {
  switch (progress.status) {
    case 'uploading':
      return `正在上传 ${progress.percent}%`
    case 'cancelling':
      return '取消中...'
    case 'waiting':
    case 'failed':
      return progress.text
  }
}
