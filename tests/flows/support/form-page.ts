/** A page with a form that belongs to no policy: its stores, loaded as one tab loads them. */
import { vi } from 'vitest'
import type { FormEntry } from '../../../src/lib/stores/forms/open.ts'

export type FormPage = Awaited<ReturnType<typeof openFormPage>>

export const PRODUCT = {
  id: 1,
  title: '示例经营周转贷',
  amount: { min: 100_000, max: 3_000_000 },
  months: { min: 3, max: 36 },
  materials: [{ name: '营业执照', registeredOnly: true }],
}

/** Another tab, with modules of its own. */
export async function openFormPage() {
  vi.resetModules()
  const [session, login, form, save, open, follow, clear, files, submit, loan] = await Promise.all([
    import('../../../src/lib/stores/session.ts'),
    import('../../../src/lib/stores/login.ts'),
    import('../../../src/lib/stores/forms/form.ts'),
    import('../../../src/lib/stores/forms/save.ts'),
    import('../../../src/lib/stores/forms/open.ts'),
    import('../../../src/lib/stores/forms/follow.ts'),
    import('../../../src/lib/stores/forms/clear.ts'),
    import('../../../src/lib/stores/forms/files.ts'),
    import('../../../src/lib/stores/forms/submit.ts'),
    import('../../../src/lib/contract/loan-form.ts'),
  ])
  const entry: FormEntry = { kind: 'loan', poid: null, contentOf: loan.fromLoan }
  const rules = {
    problemsOf: (content: Parameters<typeof loan.loanProblems>[0]) =>
      loan.loanProblems(content, [PRODUCT], form.$agreed.get()),
    toBody: loan.toLoan,
  }
  return {
    ...session,
    ...login,
    ...form,
    ...save,
    ...open,
    ...follow,
    ...clear,
    ...files,
    ...submit,
    entry,
    rules,
  }
}
