import { useState } from 'react'
import {
  type Instalment,
  type LoanTerms,
  METHOD_NAMES,
  REPAYMENT_METHODS,
  repaymentPlan,
} from '../../lib/rules/loan/schedule.ts'
import { formatCents } from '../../lib/rules/text/format-number.ts'
import { Rod } from '../kit/Rod.tsx'

/** 还款计划 by month; rendered on demand, because it may have 360 rows. */
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

/** The longest bar leaves space for the amount at its end. */
const LONGEST = 55

export function MethodRods({ terms }: { terms: LoanTerms }) {
  const costs = REPAYMENT_METHODS.map((method) => ({
    method,
    interest: repaymentPlan({ ...terms, method }).totalInterest,
  }))
  const most = Math.max(...costs.map(({ interest }) => interest))
  if (most === 0) return null
  return (
    <section className="calculator-rods">
      <h3>不同还款方式的利息合计</h3>
      <ul>
        {costs.map(({ method, interest }) => (
          <li key={method} className={method === terms.method ? 'chosen' : undefined}>
            <span>{METHOD_NAMES[method]}</span>
            <Rod from={method === terms.method ? interest : 0} to={interest} most={most} longest={LONGEST} />
            <span>{formatCents(interest)} 元</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
