import { changeProfile, readProfile } from '../contract/account/company-profile.ts'
import type { AnswerOf, InputOf } from '../contract/call.ts'
import { ask } from './ask.ts'

/** The profile, and the questions that belong to it with their answers. */
export function fetchCompanyProfile(): Promise<AnswerOf<typeof readProfile>> {
  return ask(readProfile, {})
}

/** What is left out stays. Gives everything as it is then. */
export function saveCompanyProfile(
  change: InputOf<typeof changeProfile>['body'],
): Promise<AnswerOf<typeof changeProfile>> {
  return ask(changeProfile, { body: change })
}
