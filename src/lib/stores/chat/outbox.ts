/** What the company's people send, into the chat and into the topics of orders. */
import { ask } from '../../api/ask.ts'
import { sendTopicMessage } from '../../contract/chat/advisory.ts'
import { sendChatMessage } from '../../contract/chat/chat.ts'
import { createOutbox } from '../../conversation/outbox.ts'
import { idOf, type Place, type Unsent } from '../../conversation/unsent.ts'
import { askForLoginAgain, LOGIN_EXPIRED } from '../login.ts'
import { $owner } from '../session.ts'
import { isOver } from './is-over.ts'

const outbox = createOutbox({
  post: async ({ place, type, detail, client_id }) => {
    const message = { type, detail, client_id }
    const { data } =
      place === 'chat'
        ? await ask(sendChatMessage, { body: message })
        : await ask(sendTopicMessage, { body: { ...message, group_id: idOf(place) } })
    return data
  },
  endsSession: isOver,
})

export const { $unsent, $isRead, resend, discard, follow: followOutbox } = outbox

/** @returns what the person has to be told when it could not be kept */
export async function send(
  place: Place,
  message: Pick<Unsent, 'type' | 'detail' | 'size'>,
): Promise<string | undefined> {
  const owner = $owner.get()
  if (owner !== null) return outbox.send(owner, place, message)
  askForLoginAgain()
  return LOGIN_EXPIRED
}
