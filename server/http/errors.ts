/** The only place that turns thrown values into answers. */
import { CODES, NO_ROOM } from '../../src/lib/contract/envelope.ts'
import type { SecurityEventName } from '../../src/lib/contract/operator/security-log.ts'
import { describeError, isNoRoom } from '../log.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { answerJson } from './answer.ts'
import { Refusal, TransportFault } from './refusal.ts'
import type { AppContext } from './types.ts'

export const FAULT_MESSAGE = '服务暂时出了问题，请稍后再试'

/** Refusal → HTTP 200, for a feed its code; transport fault → its status, anything else → logged 500 with the request's id. */
export function answerError(error: unknown, context: AppContext): Response {
  if (error instanceof Refusal) {
    noteRefusal(error, context)
    context.set('refusal', error.code)
    const status = context.var.call?.isAtom ? error.code : CODES.ok
    return answerJson(context, { ...error.fields, code: error.code, message: error.message }, status)
  }
  if (error instanceof TransportFault) {
    const { status, message, headers } = error
    return answerJson(context, { code: status, message }, status, headers)
  }
  const request_id = context.var.requestId
  const { log } = context.var.services
  const isFull = isNoRoom(error)
  log({ level: 'error', event: isFull ? 'disk-full' : 'fault', request_id, ...describeError(error) })
  const code = isFull ? CODES.noRoom : CODES.fault
  return answerJson(context, { code, message: isFull ? NO_ROOM : FAULT_MESSAGE, request_id }, code)
}

const NOTED: Partial<Record<Refusal['code'], SecurityEventName>> = {
  [CODES.notAllowed]: 'refused',
  [CODES.none]: 'not-found',
  [CODES.tooOften]: 'limit-met',
}

/** A visitor's 404 is not logged, because public rows belong to no company; nor is a request for proof. */
function noteRefusal({ code, fields }: Refusal, context: AppContext): void {
  const { call, isNoted } = context.var
  const event = NOTED[code]
  if (!event || isNoted || 'prove' in fields) return
  if (event === 'not-found' && call?.access === 'visitor') return
  noteEvent(context, event)
}

export function answerNotFound(context: AppContext): Response {
  return answerError(new TransportFault(CODES.none), context)
}
