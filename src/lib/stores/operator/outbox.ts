/** What an operator sends into dialogues: kept on this device for nobody but him, until the server has it. */
import { atom, computed } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { replyToConversation } from '../../contract/operator/conversation.ts'
import { createOutbox } from '../../conversation/outbox.ts'
import { idOf } from '../../conversation/unsent.ts'
import { $desk, handleSessionEndAtDesk, SESSION_ENDED } from './desk.ts'

/** Whose outbox it is: who answers companies has one for that, beside the one in which he writes as a customer. */
export const $operator = computed($desk, (desk) =>
  desk.status === 'operator' ? `operator-${desk.id}` : null,
)

/** What waits goes out when the same operator is back. */
export const $isSessionOver = atom(false)

export const outbox = createOutbox({
  post: async ({ place, type, detail, client_id }) => {
    const input = { params: { id: idOf(place) }, body: { type, detail, client_id } }
    const { data } = await ask(replyToConversation, input)
    return data
  },
  endsSession: (error) => {
    const isOver = handleSessionEndAtDesk(error)
    if (isOver) $isSessionOver.set(true)
    return isOver
  },
})

/** What is still to be sent, of all conversations, in the order of writing. */
export const $unsentReplies = computed([outbox.$unsent, $isSessionOver], (unsent, isSessionOver) =>
  isSessionOver ? unsent.map((each) => (each.isRefused ? each : { ...each, reason: SESSION_ENDED })) : unsent,
)

/** Whether what was written before the page was loaded is among them. */
export const $repliesAreRead = outbox.$isRead
