import type { CompanyPackage } from '../contract/account/package.ts'
import type { AnswerOf, BodyOf } from '../contract/call.ts'
import { changeCompanyLevel, changePackage, listOperatorPackages } from '../contract/operator/package.ts'
import { ask } from './ask.ts'

/** With the number of companies that have each level. */
export async function fetchOperatorPackages(
  page: number,
): Promise<AnswerOf<typeof listOperatorPackages>['result']> {
  const { result } = await ask(listOperatorPackages, { query: { page: String(page) } })
  return result
}

export async function savePackage(
  level: number,
  form: BodyOf<typeof changePackage>,
): Promise<CompanyPackage> {
  const { data } = await ask(changePackage, { params: { level: String(level) }, body: form })
  return data
}

/** The company is told, with the note. */
export async function saveCompanyLevel(
  companyId: number,
  form: BodyOf<typeof changeCompanyLevel>,
): Promise<void> {
  await ask(changeCompanyLevel, { params: { id: String(companyId) }, body: form })
}
