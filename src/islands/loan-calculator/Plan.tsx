import { useState } from 'react'
import type { Instalment } from '../../lib/rules/loan/schedule.ts'
import { formatCents } from '../../lib/rules/text/format-number.ts'
import { planForChart } from './chart.ts'

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

const HEIGHT = 120

const WIDTH = 600

const GAP = 0.25

/** What each month or year pays back and what it pays in interest; the words below say the same. */
export function PlanChart({ instalments }: { instalments: readonly Instalment[] }) {
  const { unit, bars } = planForChart(instalments)
  // A single bar compares nothing.
  if (bars.length < 2) return null
  const most = Math.max(...bars.map(({ principal, interest }) => principal + interest))
  const step = WIDTH / bars.length
  const heightOf = (cents: number) => (cents / most) * HEIGHT
  return (
    <figure className="calculator-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ number, principal, interest }) => {
          const x = (number - 1) * step + (step * GAP) / 2
          const width = step * (1 - GAP)
          const low = heightOf(principal)
          const high = heightOf(interest)
          return (
            <g key={number}>
              <rect className="chart-principal" x={x} width={width} y={HEIGHT - low} height={low} />
              <rect className="chart-interest" x={x} width={width} y={HEIGHT - low - high} height={high} />
            </g>
          )
        })}
      </svg>
      <figcaption>
        <span className="chart-key chart-key-principal">本金</span>
        <span className="chart-key chart-key-interest">利息</span>
        <span>
          按{unit}，共 {bars.length} {unit === '月' ? '个月' : '年'}。
        </span>
        <details>
          <summary>每{unit}还多少</summary>
          <ol>
            {bars.map(({ number, principal, interest }) => (
              <li key={number}>
                第 {number} {unit === '月' ? '个月' : '年'}：本金 {formatCents(principal)} 元，利息{' '}
                {formatCents(interest)} 元
              </li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  )
}
