import { useState } from 'react'
import type { Instalment } from '../../lib/rules/loan/schedule.ts'
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
