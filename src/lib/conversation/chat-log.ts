/** What a page knows of a dialogue: an unbroken run of messages, and what came ahead of those still missing. */
import type { ChatMessage } from '../contract/chat/chat-message.ts'

export interface ChatLog {
  /** By `seq`, each once. */
  messages: readonly ChatMessage[]
  /** From this `seq` to `upTo` none is missing; `from` is one more than `upTo` where there are none. */
  from: number
  upTo: number
}

/** @param page the newest messages, oldest first, of `total` that there are */
export function startLog({ items, total }: { items: readonly ChatMessage[]; total: number }): ChatLog {
  const upTo = items.at(-1)?.seq ?? total
  return { messages: items, from: items[0]?.seq ?? upTo + 1, upTo }
}

/** The log with more messages, from wherever they came; what is older than the run and does not touch it is left out. */
export function mergeLog(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  return addPage(log, items) ?? sortIn(log, items)
}

/** The usual case, a page that joins one of the ends, without a look at all the others; else undefined. */
function addPage({ messages, from, upTo }: ChatLog, items: readonly ChatMessage[]): ChatLog | undefined {
  const [first, last] = [items[0]?.seq ?? 0, items.at(-1)?.seq ?? 0]
  const isRun = items.every(({ seq }, index) => seq === first + index)
  if (!isRun || items.length === 0) return undefined
  if (last === from - 1) return { messages: [...items, ...messages], from: first, upTo }
  const isWhole = (messages.at(-1)?.seq ?? upTo) === upTo
  if (isWhole && first === upTo + 1) return { messages: [...messages, ...items], from, upTo: last }
  return undefined
}

function sortIn(log: ChatLog, items: readonly ChatMessage[]): ChatLog {
  const known = new Set(log.messages.map(({ seq }) => seq))
  const added = items.filter(({ seq }) => !known.has(seq))
  if (added.length === 0) return log
  const all = [...log.messages, ...added].sort((a, b) => a.seq - b.seq)
  const seqs = new Set(all.map(({ seq }) => seq))
  let { from, upTo } = log
  while (seqs.has(upTo + 1)) upTo += 1
  while (seqs.has(from - 1)) from -= 1
  return { messages: all.filter(({ seq }) => seq >= from), from, upTo }
}

/** After which `seq` the page of `size` messages begins that ends where the log begins. */
export function beforeLog({ from }: ChatLog, size: number): number {
  return Math.max(0, from - 1 - size)
}
