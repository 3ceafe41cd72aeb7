/** The queue of conversations: the longest wait comes first. */
import { listConversations, type QueuedConversation } from '../../contract/operator/conversation.ts'
import { listOf } from './list.ts'

export const queue = listOf<QueuedConversation>(listConversations)

export const { $state: $queue, open: openQueue, replace: showInQueue } = queue
