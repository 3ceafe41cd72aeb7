import { type CompanyGuide, readCompanyGuide } from '../contract/account/company-guide.ts'
import { ask } from './ask.ts'

export async function fetchCompanyGuide(): Promise<CompanyGuide> {
  const { result } = await ask(readCompanyGuide, {})
  return result
}
