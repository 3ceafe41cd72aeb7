import { type CompanyGuide, readCompanyGuide } from '../contract/company-guide.ts'
import { request } from './http.ts'

export async function fetchCompanyGuide(): Promise<CompanyGuide> {
  const { result } = await request(readCompanyGuide, {})
  return result
}
