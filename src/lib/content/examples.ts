/** 示例企业: companies judged by hand, calculated at build like a visitor's own company. */
import { readCompany } from '../rules/eligibility/company.ts'
import { compileRule, statusOf } from '../rules/eligibility/evaluate.ts'
import type { Facts } from '../rules/eligibility/facts.ts'
import { moneyFigure, worthFigure } from '../rules/text/format-number.ts'
import { nameOf } from '../rules/text/titles.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { rangeWords } from '../rules/worth/amounts.ts'
import { compileRates } from '../rules/worth/compile.ts'
import { isOpen, NOTHING } from '../rules/worth/range.ts'
import { totalOf } from '../rules/worth/total.ts'
import { briefOf, endsOf, toNumber, workingOf } from '../rules/worth/working.ts'
import { compilePages, type Priced, priceAll } from './check/combination-of.ts'
import { interpretations, once, today } from './entries.ts'
import { judgedCompanies } from './judged.ts'
import { regionName } from './regions.ts'
import { exclusions, originalsOf, rates } from './relations.ts'
import { windowOf } from './schema/documents.ts'

const LINES_SHOWN = 3

export const examples = once(async () => {
  const all = (await interpretations()).map(({ data }) => data)
  const current = all.filter(({ eligibility, window }) => eligibility && canBeHad(windowOf(window), today()))
  const pages = compilePages(current, compileRates(await rates())).map((each) => ({
    ...each,
    rule: compileRule({
      eligibility: each.page.eligibility ?? null,
      unmodelled: [],
      support: each.page.support,
    }),
  }))
  const excluding = await exclusions()
  const examples = (await judgedCompanies()).flatMap(({ example, facts }) =>
    example ? [{ example, facts }] : [],
  )
  const shown = await Promise.all(
    examples.map(async ({ example, facts }) => {
      const company = readCompany(facts, today())
      const met = pages.filter(({ rule }) => statusOf(rule, company) === 'met')
      const priced = priceAll(met, company, excluding)
      const total = totalOf(priced, facts)
      const counted = priced
        .filter((each) => total.counted.includes(each.id) && mostOf(each) > 0)
        .toSorted((a, b) => mostOf(b) - mostOf(a))
      const lines = counted.slice(0, LINES_SHOWN).map(async ({ page, compiled, parts }) => {
        const [basis] = await originalsOf(page)
        return {
          id: page.id,
          name: nameOf(page),
          working: compiled && briefOf(workingOf(compiled, company))?.filled,
          sum: rangeWords(parts?.[0]?.alone ?? NOTHING).replace(/^0 到/, '最高'),
          basis: basis && { id: basis.id, name: basis.number ?? nameOf(basis) },
        }
      })
      return {
        name: example,
        most: toNumber(total.most),
        about: aboutOf(facts),
        total: worthFigure(...endsOf(total)),
        lines: await Promise.all(lines),
        more: counted.length - lines.length,
      }
    }),
  )
  return shown.toSorted((a, b) => b.most - a.most)
})

function mostOf({ parts }: Priced): number {
  const { low, high } = parts?.[0]?.alone ?? NOTHING
  return toNumber(isOpen(high) ? low : high)
}

/** 成都市，120 人，营业收入 6,000 万元，研发费用 420 万元 */
function aboutOf({ region, employees, revenue, rd_expense, taxable_income }: Facts): string {
  const money = (label: string, yuan: unknown) => {
    const { number, unit } = moneyFigure(Number(yuan ?? 0))
    return Number(yuan) > 0 && `${label} ${number} ${unit}`
  }
  return [
    region && regionName(region),
    employees && `${employees} 人`,
    money('年收入', revenue),
    money('研发', rd_expense),
    money('应纳税所得额', taxable_income),
  ]
    .filter(Boolean)
    .join(' · ')
}
