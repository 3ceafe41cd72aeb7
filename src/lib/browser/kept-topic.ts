/** What a tab has still to tell the experts: what its person came with. From page to page, until it is told. */
import type * as v from 'valibot'
import { openConversation } from '../contract/chat/chat.ts'
import { kept } from './kept/kept.ts'

export type KeptTopic = v.InferOutput<(typeof openConversation)['body']>

/** By the person and the company. */
export const keptTopic = kept('chat:topic', openConversation.body)
