/** An operator at the desk, and a company in conversation with the portal, on one server. */
import type { ReadableAtom } from 'nanostores'
import { vi } from 'vitest'
import { say, uploaded } from '../../../server/testing/chat-room.ts'
import type { Dialogue } from '../../../src/lib/conversation/dialogue.ts'
import type { DialogueState } from '../../../src/lib/stores/operator/dialogue.ts'
import { Locks } from './lock-manager.ts'
import { logIn, openPage, openVisitor, type Visitor } from './visitor.ts'

export const OPERATOR_PHONE = '13900000000'

export type DeskRoom = Awaited<ReturnType<typeof openDeskRoom>>

/** The operator uses the visitor's browser; the company has one of its own. Close it after the test. */
export async function openDeskRoom() {
  const visitor = await openVisitor({ env: { OPERATOR_PHONES: '13900000000,13900000001' } })
  const window = visitor.document.defaultView as unknown as Window & typeof globalThis
  for (const [name, value] of Object.entries({
    window,
    addEventListener: window.addEventListener.bind(window),
    navigator: { locks: new Locks(), userAgent: navigator.userAgent },
  }))
    vi.stubGlobal(name, value)
  const page = await openPage()
  await logIn(page, visitor, OPERATOR_PHONE)
  const company = await visitor.portal.loggedIn('13800000001')
  const desk = await openDesk()
  await desk.enterDesk()
  desk.followReplies()
  const tabs = [desk]
  async function openTab() {
    vi.resetModules()
    const tab = await openDesk()
    tabs.push(tab)
    await tab.enterDesk()
    tab.followReplies()
    return tab
  }
  const leave = () => {
    window.dispatchEvent(new window.Event('pagehide'))
    for (const tab of tabs.splice(0)) tab.closeDialogue()
  }
  return {
    visitor,
    page,
    desk,
    company,
    openTab,
    reload() {
      leave()
      return openTab()
    },
    say: (text: string) => say(company, text),
    async giveFile(local_name: string) {
      const file = await uploaded(visitor.portal, company, local_name)
      const { body } = await company.post('/customer/api/v1/chat/file', file)
      if (body.code !== 200) throw new Error(JSON.stringify(body))
    },
    putAsCompany: (path: string, body: unknown) => company.put(path, body),
    async close() {
      leave()
      await visitor.close()
    },
  }
}

async function openDesk() {
  const parts = await Promise.all([
    import('../../../src/lib/stores/operator/desk.ts'),
    import('../../../src/lib/stores/operator/dialogue.ts'),
    import('../../../src/lib/stores/operator/replies.ts'),
    import('../../../src/lib/stores/operator/orders.ts'),
    import('../../../src/lib/stores/operator/shelf.ts'),
    import('../../../src/lib/stores/operator/upload.ts'),
    import('../../../src/lib/stores/operator/broadcast.ts'),
    import('../../../src/lib/stores/operator/list.ts'),
    import('../../../src/lib/stores/operator/lists.ts'),
    import('../../../src/lib/stores/operator/operators.ts'),
    import('../../../src/lib/stores/operator/work.ts'),
    import('../../../src/lib/stores/operator/today.ts'),
    import('../../../src/lib/stores/proof.ts'),
  ])
  const desk = Object.assign({}, ...parts) as Merged<typeof parts>
  return {
    ...desk,
    $lines: {
      get: () => openedAt(desk).dialogue.$lines.get(),
      subscribe: (...to: Parameters<Dialogue['$lines']['subscribe']>) =>
        openedAt(desk).dialogue.$lines.subscribe(...to),
    },
    log() {
      const state = openedAt(desk).dialogue.$state.get()
      return state.status === 'ready' ? { ...state.log, older: state.older } : undefined
    },
    loadOlder: () => openedAt(desk).dialogue.loadOlder(),
    shelf: () => openedAt(desk).shelf,
  }
}

function openedAt({ $dialogue }: { $dialogue: ReadableAtom<DialogueState> }) {
  const state = $dialogue.get()
  if (state.status !== 'ready') throw new Error('no conversation is open')
  return state
}

type Merged<Modules extends readonly unknown[]> = Modules extends readonly [infer First, ...infer Rest]
  ? First & Merged<Rest>
  : unknown

export async function endSessions({ portal }: Visitor): Promise<void> {
  await portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
}
