import { type NewMessage, sendMessage } from '../../../server/news/messages.ts'
import type { Message } from '../../../src/lib/contract/account/message.ts'
import type { Page, Visitor } from './visitor.ts'

/** Sends messages to the company of the first customer, whose welcome message has id 1. */
export async function arrive({ portal }: Visitor, count: number): Promise<void> {
  const message: NewMessage = {
    company_id: 2,
    message: '办理进度',
    category: 'application',
    application_id: 7,
  }
  for (let index = 0; index < count; index += 1) await sendMessage(portal.db, message, Date.now())
}

export function items(page: Page): readonly Message[] {
  const state = page.$messages.get()
  return state.status === 'idle' ? [] : state.items
}

export const ids = (page: Page) => items(page).map(({ id }) => id)

export function shown(page: Page, id: number): Message {
  const found = items(page).find((item) => item.id === id)
  if (!found) throw new Error(`message ${id} is not shown`)
  return found
}
