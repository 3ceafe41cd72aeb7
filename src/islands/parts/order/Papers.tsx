import { SCAN_WORDS } from '../../../lib/rules/files/scan-words.ts'
import type { Validity } from '../../../lib/stores/documents/paper-validity.ts'
import { PaperWarning } from './PaperWarning.tsx'
import './papers.css'

export interface ShownPaper extends Validity {
  key: string
  local_name: string
  onDrop?: (() => void) | undefined
  onDownload?: (() => void) | undefined
  onCorrect?: (() => void) | undefined
  again?: boolean
  scan?: keyof typeof SCAN_WORDS | undefined
  coming?: string | undefined
  onRetry?: (() => void) | undefined
}

export function Papers({ papers }: { papers: readonly ShownPaper[] }) {
  if (papers.length === 0) return null
  return (
    <ul className="wrap papers-list">
      {papers.map((paper) => (
        <li key={paper.key} className="paper">
          {paper.onDownload ? (
            <button
              type="button"
              className="link cut paper-name"
              title={`下载 ${paper.local_name}`}
              onClick={paper.onDownload}
            >
              {paper.local_name}
            </button>
          ) : (
            <span className="cut paper-name" title={paper.local_name}>
              {paper.local_name}
            </span>
          )}
          <PaperWarning validity={paper} />
          {paper.coming && (
            <span className="paper-again" role={paper.onRetry ? 'alert' : 'status'}>
              {paper.coming}
            </span>
          )}
          {paper.onRetry && (
            <button
              type="button"
              className="link"
              aria-label={`重新上传“${paper.local_name}”`}
              onClick={paper.onRetry}
            >
              重试
            </button>
          )}
          {paper.again && <span className="paper-again">已更正</span>}
          {paper.scan && <span className="paper-again">{SCAN_WORDS[paper.scan]}</span>}
          {paper.onCorrect && (
            <button
              type="button"
              className="link"
              aria-label={`更正“${paper.local_name}”，换一个文件`}
              onClick={paper.onCorrect}
            >
              更正
            </button>
          )}
          {paper.onDrop && (
            <button
              type="button"
              className="paper-drop"
              aria-label={`不用“${paper.local_name}”`}
              onClick={paper.onDrop}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
