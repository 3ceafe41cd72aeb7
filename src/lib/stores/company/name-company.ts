/** The company's name, asked for after its first login. */
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import { changeProfile } from '../../contract/account/company-profile.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { showCompanyName } from '../session.ts'

/** @returns the error, in words */
export async function nameCompany(name: string): Promise<string | undefined> {
  try {
    const { profile } = await ask(changeProfile, { body: { name, answers: [] } })
    showCompanyName(profile.name)
    notifyTabs('company')
    return undefined
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return '登录已过期，请重新登录'
    return error instanceof RefusedError ? error.message : explainError(error)
  }
}
