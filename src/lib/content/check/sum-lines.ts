/** 今年可得 of a company line by line, for checking with a pencil: `npm run content:truth`. */
import type { Company } from '../../rules/eligibility/company.ts'
import { isBatchOver } from '../../rules/time/application-window.ts'
import { rangeWords, SCALAR } from '../../rules/worth/amounts.ts'
import { INCOME_TAX, returnOf, taxesOf } from '../../rules/worth/combination.ts'
import { type Statement, statementOf } from '../../rules/worth/income-tax.ts'
import { isSameRange, NOTHING, point, type Range, subtract, UPWARDS } from '../../rules/worth/range.ts'
import { type Total, totalOf } from '../../rules/worth/total.ts'
import { workingOf, writeStatement } from '../../rules/worth/working.ts'
import type { CompiledBenefit, Part } from '../../rules/worth/worth.ts'
import { type Exclusions, rivalsOf } from '../exclusions.ts'
import { windowOf } from '../schema/documents.ts'
import { type CompiledPage, type Priced, priceAll } from './combination-of.ts'

/** @param pages the pages with conditions that the company meets */
export function sumLines(pages: readonly CompiledPage[], company: Company, exclusions: Exclusions): string[] {
  const priced = priceAll(pages, company, exclusions)
  const total = totalOf(priced, company.facts)
  const counted = priced.filter(({ id }) => total.counted.includes(id))
  return [
    ...incomeTaxLines(counted),
    ...counted.flatMap((each) => restLines(each, company)),
    ...otherTaxLines(counted),
    `合计 ${rangeWords({ low: total.min, high: total.max ?? UPWARDS.high })}`,
    ...contestedLines(priced, total, company),
    ...leftLines(priced, total, exclusions),
  ]
}

function nameOf({ page }: CompiledPage): string {
  const [name] = (page.short ?? page.title).split('：')
  return `${page.id} ${name}`
}

const partOfThisYear = ({ parts }: Priced): Part | undefined => parts?.[0]

/** Returns the return in the order of its lines. */
function incomeTaxLines(counted: readonly Priced[]): string[] {
  const filing = counted.filter((each) => (partOfThisYear(each)?.returns.length ?? 0) > 0)
  const filed = returnOf(filing.flatMap((each) => partOfThisYear(each) ?? []))
  if (!filed) return []
  const statement = statementOf(filed.position, filed.entries, true)
  const saved = taxesOf(filing).find(({ name }) => name === INCOME_TAX)?.sum ?? NOTHING
  return [
    `${INCOME_TAX}，一起算：${filing.map(nameOf).join('、')}`,
    ...(statement ? statementLines(statement) : ['  有的数还不知道，不能逐行写']),
    `  少缴 ${statement ? `${writeStatement(statement).text} = ` : ''}${rangeWords(saved)}`,
  ]
}

/** Leaves out lines of 0. */
function statementLines(statement: Statement): string[] {
  const { income, rateBefore, before, deducts, exempts, halves, rate, credits, after } = statement
  const lines: [name: string, amount: Range, note?: string][] = [
    ['减去各项优惠以前的所得', point(income)],
    ['没有这些优惠时应缴', point(before), `按${rangeWords(point(rateBefore), SCALAR)}`],
    ['加计扣除、减计收入、多扣的费用，最多扣到零（A107010、A105050）', point(deducts)],
    ['免税的所得（A107020）', point(exempts)],
    ['减半的所得（A107020），按12.5%', point(halves)],
    ['其余按的税率（A107040）', point(rate)],
    ['抵免的税额（A107050）', point(credits)],
    ['享受以后应缴', point(after)],
  ]
  return lines
    .filter(([name, { low }]) => low.n !== 0n || /所得$|应缴|税率/.test(name))
    .map(([name, amount, note]) => {
      const written = rangeWords(amount, name.includes('税率') ? SCALAR : undefined)
      return `  ${name} ${written}${note ? `（${note}）` : ''}`
    })
}

/** Returns the part outside 企业所得税, calculated as on its page. */
function restLines(each: Priced, company: Company): string[] {
  const part = partOfThisYear(each)
  if (!each.compiled || !part || (part.returns.length > 0 && isSameRange(part.rest, NOTHING))) return []
  if (isBatchOver(windowOf(each.page.window), company.today))
    return [`${nameOf(each)} 0 元：今年的批次已经结束`]
  const worked = workedLines(each.compiled, company)
  if (part.returns.length > 0) return [`${nameOf(each)}，企业所得税以外的 ${rangeWords(part.rest)}`]
  return [`${nameOf(each)} ${rangeWords(part.rest)}`, ...worked.map((line) => `  ${line}`)]
}

/** Returns the steps that are more than a number. */
function workedLines(compiled: CompiledBenefit, company: Company): string[] {
  return workingOf(compiled, company)
    .filter(({ filled, result }) => filled !== result)
    .map(({ name, filled, result }) => `${name}：${filled} = ${result}`)
}

/** Returns taxes that several policies reduce beyond their amount. */
function otherTaxLines(counted: readonly Priced[]): string[] {
  return taxesOf(counted)
    .filter(({ name, sum, alone }) => name !== INCOME_TAX && !isSameRange(sum, alone))
    .map(({ name, ids, sum, alone }) => {
      const over = rangeWords(subtract(alone, sum))
      return `${name}：${ids.join('、')}合起来最多减到零，多算的 ${over} 减去，实得 ${rangeWords(sum)}`
    })
}

/** 可争取: beside the sum, never in it. */
function contestedLines(priced: readonly Priced[], { contested }: Total, company: Company): string[] {
  const chosen = priced.filter(({ id }) => contested.includes(id))
  return chosen.flatMap((each) => {
    const [first = '', ...others] = restLines(each, company)
    return [`可争取，不在合计里：${first}`, ...others]
  })
}

/** Groups the excluded ones by reason. */
function leftLines(priced: readonly Priced[], total: Total, exclusions: Exclusions): string[] {
  const byReason = new Map<string, string[]>()
  for (const each of priced) {
    if (total.counted.includes(each.id) || total.contested.includes(each.id)) continue
    const why = whyLeft(each, total, exclusions)
    byReason.set(why, [...(byReason.get(why) ?? []), nameOf(each)])
  }
  return [...byReason].map(([why, names]) => `没有计入，${why}：${names.join('、')}`)
}

function whyLeft({ id, compiled }: Priced, total: Total, exclusions: Exclusions): string {
  const by = total.excluded.find((each) => each.id === id)?.by ?? []
  if (by.length > 0) {
    const rival = rivalsOf(exclusions, id).find((each) => by.includes(each.id))
    return `因为取了 ${by.join('、')}${rival ? `（${rival.reason}）` : ''}`
  }
  if (total.uncertified.includes(id)) return '还没有取得证书'
  if (total.unfilled.includes(id)) return '还要填数才能算'
  return compiled ? '是别人的钱，不算今年可得' : '不是能算成钱的'
}
