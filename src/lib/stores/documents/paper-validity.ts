/** Warnings about a document's validity on a given day. */
import { daysBetween } from '../../rules/time/china-day.ts'

export interface Validity {
  expires_on: string | null
  report_year: number | null
}

export interface PaperWarning {
  tone: 'expired' | 'soon' | 'old'
  label: string
}

const EXPIRES_SOON_DAYS = 30
/** Month by whose end last year's reports exist (企业年报: until 30 June). */
const REPORTS_OUT_MONTH = 6

export function paperWarning({ expires_on, report_year }: Validity, today: string): PaperWarning | null {
  if (expires_on !== null) {
    const daysLeft = daysBetween(today, expires_on)
    if (daysLeft < 0) return { tone: 'expired', label: '已过期' }
    if (daysLeft === 0) return { tone: 'soon', label: '今天到期' }
    if (daysLeft <= EXPIRES_SOON_DAYS) return { tone: 'soon', label: `${daysLeft} 天后到期` }
  }
  if (report_year !== null && report_year < newestReport(today)) {
    return { tone: 'old', label: `${report_year} 年度，偏旧` }
  }
  return null
}

export function validityText({ expires_on, report_year }: Validity): string {
  return [expires_on && `有效期至 ${expires_on}`, report_year && `${report_year} 年度`]
    .filter(Boolean)
    .join('，')
}

function newestReport(today: string): number {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return month > REPORTS_OUT_MONTH ? year - 1 : year - 2
}
