import type { StoredFile } from '../../../src/lib/contract/orders/order-fields.ts'
import { fromLoan, isSentWithLoan, loanProblems, toLoan } from '../../../src/lib/forms/loan-form.ts'
import type { TypedForm } from '../../../src/lib/forms/typed-form.ts'
import type { FormEntry } from '../../../src/lib/stores/forms/open.ts'
import { openStores } from './visitor.ts'

export type FormPage = Awaited<ReturnType<typeof openFormPage>>

export const PRODUCT = {
  id: 1,
  title: '示例经营周转贷',
  lender: '示例银行一号',
  amount: { min: 100_000, max: 3_000_000 },
  months: { min: 3, max: 36 },
  materials: [{ name: '营业执照', registeredOnly: true }],
}

export const TEXTS = {
  product_id: '1',
  amount: '５０万',
  term_months: '12',
  purpose: '采购原材料',
  company_name: '示例科技有限公司',
  credit_code: '91350100M000100Y43',
  legal_person: '韩梅梅',
  contact: '李雷',
  phone: '+86 13800000001',
}

export function type(tab: FormPage, texts: Partial<typeof TEXTS> = TEXTS): void {
  for (const [name, text] of Object.entries(texts)) tab.typeText(name, text)
}

export function complete(tab: FormPage, licence: StoredFile): void {
  type(tab)
  tab.changeContent(({ texts }) => ({ texts, files: [{ ...licence, slot: '营业执照', pending_id: null }] }))
  for (const name of ['agree_true', 'agree_pass']) tab.agree(name, true)
}

export async function openFormPage() {
  const page = await openStores(() => [
    import('../../../src/lib/stores/session.ts'),
    import('../../../src/lib/stores/log-out.ts'),
    import('../../../src/lib/stores/session-check.ts'),
    import('../../../src/lib/stores/login.ts'),
    import('../../../src/lib/stores/forms/form.ts'),
    import('../../../src/lib/stores/forms/open.ts'),
    import('../../../src/lib/stores/forms/files.ts'),
    import('../../../src/lib/stores/forms/uploads.ts'),
    import('../../../src/lib/stores/forms/submit.ts'),
    import('../../../src/lib/stores/documents/storage-quota.ts'),
    import('../../../src/lib/browser/kept/pending-files.ts'),
    import('../../../src/lib/browser/kept/forget-person.ts'),
    import('../../../src/lib/stores/my-provider.ts'),
    import('../../../src/lib/stores/forms/amendment.ts'),
    import('../../../src/lib/stores/documents/picker.ts'),
  ])
  const entry: FormEntry = { kind: 'loan', poid: null, contentOf: fromLoan }
  const rules = {
    problemsOf: (content: TypedForm) => loanProblems(content, [PRODUCT], page.$agreed.get()),
    isSent: (slot: string, content: TypedForm) => isSentWithLoan(slot, content, [PRODUCT]),
    toBody: (content: TypedForm) => toLoan(content, [PRODUCT]),
    contentOf: fromLoan,
  }
  return { ...page, entry, rules }
}
