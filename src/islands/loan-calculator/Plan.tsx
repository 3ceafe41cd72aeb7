import { useState } from 'react'
import {
  type Instalment,
  type LoanTerms,
  METHOD_NAMES,
  REPAYMENT_METHODS,
  repaymentPlan,
} from '../../lib/rules/loan/schedule.ts'
import { formatCents } from '../../lib/rules/text/format-number.ts'

/** 还款计划, month by month; rendered only when somebody opens it, because it may have 360 rows. */
export function PlanTable({ instalments }: { instalments: readonly Instalment[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="calculator-plan" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>逐月还款计划</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
        <section className="calculator-scroll" tabIndex={0} aria-label="逐月还款计划">
          <table>
            <thead>
              <tr>
                <th scope="col">月</th>
                <th scope="col">应还（元）</th>
                <th scope="col">本金</th>
                <th scope="col">利息</th>
                <th scope="col">剩余本金</th>
              </tr>
            </thead>
            <tbody>
              {instalments.map(({ month, payment, principal, interest, balance }) => (
                <tr key={month}>
                  <th scope="row">{month}</th>
                  <td>{formatCents(payment)}</td>
                  <td>{formatCents(principal)}</td>
                  <td>{formatCents(interest)}</td>
                  <td>{formatCents(balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

const WIDTH = 600
const HEIGHT = 96

/** The part that changes: what each month or year costs in interest. The principal is a line of text. */
export function InterestSteps({ instalments }: { instalments: readonly Instalment[] }) {
  const { unit, bars } = planForChart(instalments)
  const most = Math.max(...bars.map(({ interest }) => interest))
  // A single step compares nothing.
  if (bars.length < 2 || most === 0) return null
  const heightOf = (cents: number) => Math.round(HEIGHT - 1 - (cents / most) * (HEIGHT - 2))
  const step = WIDTH / bars.length
  const path = bars.map(({ number, interest }) => `V${heightOf(interest)}H${Math.round(number * step)}`)
  const words = bars.map(({ number, interest }) => `${nameOf(number, unit)} ${formatCents(interest)} 元`)
  const principal = bars.reduce((sum, each) => sum + each.principal, 0)
  return (
    <figure className="calculator-chart">
      <h3>每{unit}的利息</h3>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
        <title>{`每${unit}的利息：${words[0]}，${words.at(-1)}`}</title>
        <path d={`M0 ${heightOf(bars[0]?.interest ?? 0)}${path.join('')}`} />
      </svg>
      <figcaption>
        <p className="calculator-ends">
          <span>{words[0]}</span>
          <span>{words.at(-1)}</span>
        </p>
        <p>
          本金 {formatCents(principal)} 元，分 {instalments.length} 个月还清。
        </p>
        <details>
          <summary>每{unit}的利息和本金</summary>
          <ol>
            {bars.map((bar, index) => (
              <li key={bar.number}>
                {words[index]}，还本金 {formatCents(bar.principal)} 元
              </li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  )
}

function nameOf(number: number, unit: '月' | '年'): string {
  return `第 ${number} ${unit === '月' ? '个月' : '年'}`
}

/** The longest rod leaves room for the sum at its end. */
const LONGEST = 55

/** What the loan costs by each way of paying back. */
export function MethodRods({ terms }: { terms: LoanTerms }) {
  const costs = REPAYMENT_METHODS.map((method) => ({
    method,
    interest: repaymentPlan({ ...terms, method }).totalInterest,
  }))
  const most = Math.max(...costs.map(({ interest }) => interest))
  if (most === 0) return null
  return (
    <section className="calculator-rods">
      <h3>换一种还法，利息合计</h3>
      <ul>
        {costs.map(({ method, interest }) => (
          <li key={method} className={method === terms.method ? 'chosen' : undefined}>
            <span>{METHOD_NAMES[method]}</span>
            <svg width={`${(interest / most) * LONGEST}%`} height={16} aria-hidden="true">
              <rect width="100%" height="16" />
            </svg>
            <span>{formatCents(interest)} 元</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As many steps as a phone shows apart. */
const MOST_MONTHS = 24

interface PlanBar {
  /** Number of the month or year, from 1. */
  number: number
  principal: number
  interest: number
}

/** A repayment plan as steps: by months while they can be told apart, by years after that. Amounts in 分. */
export function planForChart(instalments: readonly Instalment[]): { unit: '月' | '年'; bars: PlanBar[] } {
  const isShort = instalments.length <= MOST_MONTHS
  const bars: PlanBar[] = []
  for (const { month, principal, interest } of instalments) {
    const number = isShort ? month : Math.ceil(month / 12)
    const last = bars.at(-1)
    if (last?.number === number) {
      last.principal += principal
      last.interest += interest
    } else bars.push({ number, principal, interest })
  }
  return { unit: isShort ? '月' : '年', bars }
}
