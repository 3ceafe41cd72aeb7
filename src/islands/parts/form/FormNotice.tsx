import { useStore } from '@nanostores/react'
import { $formNotice } from '../../../lib/stores/forms/form.ts'

/** What the person should know or do; errors are announced at once. */
export function FormNotice() {
  const notice = useStore($formNotice, { ssr: 'initial' })
  if (!notice) return null
  return (
    <p
      className={`form-notice form-notice-${notice.tone}`}
      role={notice.tone === 'error' ? 'alert' : 'status'}
    >
      {notice.text}
    </p>
  )
}
