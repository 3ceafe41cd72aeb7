import type { AnswerOf } from '../contract/call.ts'
import {
  getCompanyProfile,
  listCompanies,
  listCompanyPolicies,
  openCompanyChat,
} from '../contract/operator/company.ts'
import { ask } from './ask.ts'

/** The newest first; `q` is a part of the name, or the number. */
export async function fetchCompanies(
  page: number,
  { q, level }: { q?: string | undefined; level?: number | undefined },
): Promise<AnswerOf<typeof listCompanies>['result']> {
  const query = { page: String(page), ...(q && { q }), ...(level && { level: String(level) }) }
  const { result } = await ask(listCompanies, { query })
  return result
}

export async function fetchCompanyDetails(id: number): Promise<AnswerOf<typeof getCompanyProfile>['data']> {
  const { data } = await ask(getCompanyProfile, { params: { id: String(id) } })
  return data
}

/** Opens it if there is none yet. @returns the conversation's id */
export async function openChatWith(companyId: number): Promise<number> {
  const { data } = await ask(openCompanyChat, { params: { id: String(companyId) } })
  return data.id
}

/** What fits a company, 符合 first. */
export async function fetchCompanyPolicies(
  id: number,
  page: number,
): Promise<AnswerOf<typeof listCompanyPolicies>['result']> {
  const input = { params: { id: String(id) }, query: { page: String(page) } }
  const { result } = await ask(listCompanyPolicies, input)
  return result
}
