import type { AnswerOf } from '../contract/call.ts'
import { listConsultations } from '../contract/chat/chatting.ts'
import { ask } from './ask.ts'

type ConsultationsPage = AnswerOf<typeof listConsultations>['result']

/** Recent consultations of a company, newest first. */
export async function fetchConsultations(companyId: number, page: number): Promise<ConsultationsPage> {
  const { result } = await ask(listConsultations, {
    params: { id: String(companyId) },
    query: { page: String(page) },
  })
  return result
}
