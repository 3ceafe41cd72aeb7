/** An operator at the desk, and a company that talks to the portal, on one server. */
import { vi } from 'vitest'
import { put, say, uploaded } from '../../../server/chat/testing/room.ts'
import { logIn, openPage, openVisitor, type Visitor } from './visitor.ts'

export const OPERATOR_PHONE = '13900000000'

export type DeskRoom = Awaited<ReturnType<typeof openDeskRoom>>

/** The operator's browser is the visitor's; the company's is one of its own. Close it after the test. */
export async function openDeskRoom() {
  const visitor = await openVisitor({ env: { OPERATOR_PHONES: '13900000000,13900000001' } })
  vi.stubGlobal('window', visitor.document.defaultView)
  const page = await openPage()
  await logIn(page, visitor, OPERATOR_PHONE)
  const company = await visitor.portal.loggedIn('13800000001')
  const desk = await openDesk()
  await desk.enterDesk()
  return {
    visitor,
    page,
    desk,
    company,
    /** The same tab with every module anew: what the stores of the desk are by then. */
    async reload() {
      desk.closeDialogue()
      vi.resetModules()
      const anew = await openDesk()
      await anew.enterDesk()
      return anew
    },
    say: (text: string) => say(company, text),
    async giveFile(local_name: string) {
      const file = await uploaded(visitor.portal, company, local_name)
      const { body } = await company.post('/customer/api/v1/chat/file', file)
      if (body.code !== 200) throw new Error(JSON.stringify(body))
    },
    putAsCompany: (path: string, body: unknown) => put(company, path, body),
    async close() {
      desk.closeDialogue()
      await visitor.close()
    },
  }
}

/** The stores of the desk, of the same page as `openPage`'s. */
async function openDesk() {
  const parts = await Promise.all([
    import('../../../src/lib/stores/operator/desk.ts'),
    import('../../../src/lib/stores/operator/queue.ts'),
    import('../../../src/lib/stores/operator/dialogue.ts'),
    import('../../../src/lib/stores/operator/replies.ts'),
    import('../../../src/lib/stores/operator/outgoing.ts'),
    import('../../../src/lib/stores/operator/lines.ts'),
    import('../../../src/lib/stores/operator/hand-over.ts'),
    import('../../../src/lib/stores/operator/orders.ts'),
    import('../../../src/lib/stores/operator/files.ts'),
    import('../../../src/lib/stores/operator/drafts.ts'),
    import('../../../src/lib/stores/operator/upload.ts'),
    import('../../../src/lib/stores/operator/broadcast.ts'),
    import('../../../src/lib/stores/operator/directory.ts'),
    import('../../../src/lib/stores/operator/quick-replies.ts'),
    import('../../../src/lib/stores/operator/begin.ts'),
    import('../../../src/lib/stores/operator/waiting.ts'),
    import('../../../src/lib/stores/operator/company.ts'),
  ])
  return Object.assign({}, ...parts) as Merged<typeof parts>
}

/** Everything that the modules export, in one. */
type Merged<Modules extends readonly unknown[]> = Modules extends readonly [infer First, ...infer Rest]
  ? First & Merged<Rest>
  : unknown

/** Ends every session, as time would. */
export async function endSessions({ portal }: Visitor): Promise<void> {
  await portal.db.deleteFrom('sessions').execute()
}
