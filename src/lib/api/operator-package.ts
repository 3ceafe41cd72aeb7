import type { AnswerOf, BodyOf } from '../contract/call.ts'
import { changeCompanyLevel, changePackage, listOperatorPackages } from '../contract/operator-package.ts'
import type { CompanyPackage } from '../contract/package.ts'
import { request } from './http.ts'

/** With the number of companies that have each level. */
export async function fetchOperatorPackages(
  page: number,
): Promise<AnswerOf<typeof listOperatorPackages>['result']> {
  const { result } = await request(listOperatorPackages, { query: { page: String(page) } })
  return result
}

export async function savePackage(
  level: number,
  form: BodyOf<typeof changePackage>,
): Promise<CompanyPackage> {
  const { data } = await request(changePackage, { params: { level: String(level) }, body: form })
  return data
}

/** The company is told, with the note. */
export async function saveCompanyLevel(
  companyId: number,
  form: BodyOf<typeof changeCompanyLevel>,
): Promise<void> {
  await request(changeCompanyLevel, { params: { id: String(companyId) }, body: form })
}
