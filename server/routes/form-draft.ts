import { deleteFormDraft, readFormDraft, saveFormDraft } from '../../src/lib/contract/orders/form-draft.ts'
import { deleteDraft, findDraft, saveDraft } from '../forms/drafts.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addFormDraftRoutes(app: App): void {
  route(app, readFormDraft, async ({ params: { kind }, session, services }) => ({
    draft: await findDraft(services.db, { companyId: session.customer.company_id, kind }),
  }))

  route(app, saveFormDraft, async ({ params: { kind }, body, session, services }) => ({
    draft: await saveDraft(services, { companyId: session.customer.company_id, kind }, body),
  }))

  route(app, deleteFormDraft, async ({ params: { kind }, session, services }) => {
    await deleteDraft(services.db, { companyId: session.customer.company_id, kind })
    return {}
  })
}
