import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { endOf, type KeptUpload } from '../../../lib/browser/kept-uploads.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { $keptUploads, dropKeptUpload, loadKeptUploads } from '../../../lib/stores/uploads/kept-uploads.ts'
import { AbandonDialog } from './AbandonDialog.tsx'

/** Uploads that a reload broke off: choosing the same file again resumes its upload. */
export function KeptUploads() {
  const kept = useStore($keptUploads)
  const [leaving, setLeaving] = useState<KeptUpload | null>(null)
  useEffect(loadKeptUploads, [])
  if (kept.length === 0) return null
  return (
    <ul className="uploads" aria-label="没有完成的上传">
      {kept.map((upload) => (
        <li key={upload.prefix} className="upload-row">
          <span className="upload-name">{upload.name}</span>
          <span className="upload-state">
            上次没有传完。{formatMoment(new Date(endOf(upload)).toISOString())} 前打开“{upload.folderName}
            ”，{wayBackTo(upload)}，就从断开的地方继续。
          </span>
          <button type="button" className="link" onClick={() => setLeaving(upload)}>
            放弃
          </button>
          {leaving === upload && (
            <AbandonDialog
              title={`放弃上传“${upload.name}”？`}
              onCancel={() => setLeaving(null)}
              onConfirm={() => dropKeptUpload(upload)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Not by the upload tile: there a file that should replace another would become a second one beside it. */
function wayBackTo({ replaces, replacesName }: KeptUpload): string {
  if (replaces === undefined) return '重新选择这个文件'
  return `在${replacesName ? `“${replacesName}”` : '原文件'}的菜单里选“更新”，再选择这个文件`
}
