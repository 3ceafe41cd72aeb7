/** A loan application as a form submits it, by a person without a company. */
import { LOAN_CONSENT } from '../../src/lib/contract/orders/loan-consent.ts'

export const LOAN = {
  kind: 'loan',
  company_name: '示例科技有限公司',
  legal_person: '韩梅梅',
  contact: '李雷',
  phone: '13800000001',
  amount: '500000',
  term_months: 12,
  purpose: '购买设备',
  consent: LOAN_CONSENT.version,
}
