/** What the company's people send, into the chat and into the topics of orders. */
import { ask } from '../../api/ask.ts'
import { sendTopicMessage } from '../../contract/chat/advisory.ts'
import { sendChatMessage } from '../../contract/chat/chat.ts'
import { createOutbox } from '../../conversation/outbox.ts'
import { idOf, type Place } from '../../conversation/unsent.ts'
import { askForLoginAgain, LOGIN_EXPIRED } from '../login.ts'
import { $owner } from '../session.ts'
import type { StoredFile } from '../uploads/single.ts'
import { askAgainIfLeft } from './is-over.ts'

const outbox = createOutbox({
  post: async ({ place, type, detail, client_id }) => {
    const message = { type, detail, client_id }
    const { data } =
      place === 'chat'
        ? await ask(sendChatMessage, { body: message })
        : await ask(sendTopicMessage, { body: { ...message, group_id: idOf(place) } })
    return data
  },
  endsSession: askAgainIfLeft,
})

export const { $unsent, $isRead, resend, discard, follow: followOutbox } = outbox

/** @returns why it cannot be sent; undefined: it is on its way */
export function sendText(place: Place, typed: string): Promise<string | undefined> {
  return asOwner((owner) => outbox.sendText(owner, place, typed))
}

/** The same, of a file that is in the store. */
export function sendFile(place: Place, file: StoredFile): Promise<string | undefined> {
  return asOwner((owner) => outbox.sendFile(owner, place, file))
}

async function asOwner(send: (owner: string) => Promise<string | undefined>): Promise<string | undefined> {
  const owner = $owner.get()
  if (owner !== null) return send(owner)
  askForLoginAgain()
  return `发送失败，${LOGIN_EXPIRED}`
}
