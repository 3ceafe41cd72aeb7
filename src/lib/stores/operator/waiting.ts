/** 我的待办: everything that waits, mine first. */
import { ask } from '../../api/ask.ts'
import { ASSIGNMENTS } from '../../contract/operator/conversation.ts'
import { listWaiting, type Waiting } from '../../contract/operator/desk.ts'
import { createDeskList } from './list.ts'

interface WaitingFilter {
  assigned: (typeof ASSIGNMENTS)[number]
}

export function readWaitingFilter(params: URLSearchParams): WaitingFilter {
  return { assigned: ASSIGNMENTS.find((known) => known === params.get('assigned')) ?? 'all' }
}

export const waiting = createDeskList<Waiting, WaitingFilter>(
  async (filter, page) => (await ask(listWaiting, { query: { ...filter, page } })).result,
)
