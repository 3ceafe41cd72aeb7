import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { paperWarning, type Validity, validityText } from '../../../lib/stores/documents/paper-validity.ts'

/** 已过期, 12 天后到期 and similar; nothing without a warning. */
export function PaperWarning({ validity }: { validity: Validity }) {
  const warning = paperWarning(validity, chinaDay(new Date()))
  if (!warning) return null
  return (
    <span className={`paper-warning paper-${warning.tone}`} title={validityText(validity)}>
      {warning.label}
    </span>
  )
}
