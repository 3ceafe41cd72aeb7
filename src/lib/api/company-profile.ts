import type { AnswerOf, InputOf } from '../contract/call.ts'
import { changeProfile, readProfile } from '../contract/company-profile.ts'
import { request } from './http.ts'

/** The profile, and the questions that belong to it with their answers. */
export function fetchCompanyProfile(): Promise<AnswerOf<typeof readProfile>> {
  return request(readProfile, {})
}

/** What is left out stays. Gives everything as it is then. */
export function saveCompanyProfile(
  change: InputOf<typeof changeProfile>['body'],
): Promise<AnswerOf<typeof changeProfile>> {
  return request(changeProfile, { body: change })
}
