import { deleteFormDraft, readFormDraft, saveFormDraft } from '../../src/lib/contract/orders/form-draft.ts'
import { type Mount, route } from '../http/route.ts'
import { deleteDraft, findDraft, saveDraft } from './drafts.ts'

export const formRoutes: Mount[] = [
  route(readFormDraft, async ({ params: { kind }, session, services }) => ({
    draft: await findDraft(services.db, { companyId: session.customer.company_id, kind }),
  })),

  route(saveFormDraft, async ({ params: { kind }, body, session, services }) => ({
    draft: await saveDraft(services, { companyId: session.customer.company_id, kind }, body),
  })),

  route(deleteFormDraft, async ({ params: { kind }, session, services }) => {
    await deleteDraft(services.db, { companyId: session.customer.company_id, kind })
    return {}
  }),
]
