import {
  changeReminders,
  muteMessage,
  mutePolicy,
  type ReminderSettings,
  readReminders,
} from '../contract/account/reminder.ts'
import type { AnswerOf, BodyOf } from '../contract/call.ts'
import { ask } from './ask.ts'

export async function fetchReminderSettings(): Promise<ReminderSettings> {
  const { settings } = await ask(readReminders, {})
  return settings
}

/** What is left out stays. Gives the settings as they are then. */
export async function saveReminderSettings(
  change: Partial<BodyOf<typeof changeReminders>>,
): Promise<ReminderSettings> {
  const { settings } = await ask(changeReminders, { body: change })
  return settings
}

/** @param id page id of the original, which is followed */
export async function setPolicyMuted(id: number, muted: boolean): Promise<void> {
  await ask(mutePolicy, { params: { id: String(id) }, body: { muted } })
}

/** Tells what is silent from now on: the message's policy, or all new matches. */
export function muteMessagesLike(id: number): Promise<AnswerOf<typeof muteMessage>> {
  return ask(muteMessage, { params: { id: String(id) } })
}
