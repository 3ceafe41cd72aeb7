import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { paperWarning, type Validity, validityText } from '../../../lib/stores/documents/paper-validity.ts'

export function PaperWarning({ validity }: { validity: Validity }) {
  const warning = paperWarning(validity, chinaDay(new Date()))
  if (!warning) return null
  return (
    <span className={`paper-warning paper-${warning.tone}`} title={validityText(validity)}>
      {warning.label}
    </span>
  )
}
