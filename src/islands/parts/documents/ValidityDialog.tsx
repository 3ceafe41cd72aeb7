import { type FormEvent, useState } from 'react'
import type { DocumentFile } from '../../../lib/contract/documents/document.ts'
import { setValidity } from '../../../lib/stores/documents/changes.ts'
import { useModal } from '../../kit/modals.ts'
import { showToast } from '../../kit/toast.ts'
import '../../kit/confirm-dialog.css'

interface Props {
  file: DocumentFile
  onSaved?: () => void
  onClose: () => void
}

/** Validity of a document (营业执照, 资质证书), and the year of a report (审计报告). */
export function ValidityDialog({ file, onSaved, onClose }: Props) {
  const dialog = useModal()
  const [day, setDay] = useState(file.expires_on ?? '')
  const [year, setYear] = useState(file.report_year === null ? '' : String(file.report_year))
  const [notice, setNotice] = useState('')
  const [isSaving, setSaving] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const [dayField] = (event.target as HTMLFormElement).elements
    // A half-typed date reads as empty, and would delete the stored date.
    if (dayField instanceof HTMLInputElement && dayField.validity.badInput) {
      return setNotice('没有这一天，请检查有效期')
    }
    if (year !== '' && !/^\d{4}$/.test(year)) return setNotice('报告年度应为四位数字，如 2025')
    setSaving(true)
    const outcome = await setValidity(file.id, {
      expires_on: day || null,
      report_year: year === '' ? null : Number(year),
    })
    setSaving(false)
    // Shows the error even if the dialog was closed meanwhile.
    if (!outcome.done && dialog.current) return setNotice(outcome.text)
    if (!outcome.done) return showToast(outcome.text, 'error')
    showToast('修改成功')
    onClose()
    onSaved?.()
  }

  return (
    <dialog ref={dialog} className="confirm validity" aria-labelledby="validity-title" onCancel={onClose}>
      <form noValidate onSubmit={save}>
        <h2 id="validity-title">设置有效期</h2>
        <p className="soft">{file.local_name}</p>
        <p className="form-field">
          <label htmlFor="validity-day">
            有效期至<small>营业执照、资质证书等；长期有效可不填</small>
          </label>
          <input
            id="validity-day"
            className="field"
            type="date"
            max="2100-12-31"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </p>
        <p className="form-field">
          <label htmlFor="validity-year">
            报告年度<small>审计报告、财务报表等；不是年度报告可不填</small>
          </label>
          <input
            id="validity-year"
            className="field"
            inputMode="numeric"
            maxLength={4}
            placeholder="如 2025"
            value={year}
            onChange={({ target }) => setYear(target.value.trim())}
          />
        </p>
        <p className="problem name-notice" role="alert">
          {notice}
        </p>
        <p className="soft">到期前 30 天起，在企业文件、选择文件和申报材料中提醒您。</p>
        <div className="confirm-actions">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button button-primary" aria-busy={isSaving}>
            确定
          </button>
        </div>
      </form>
    </dialog>
  )
}
