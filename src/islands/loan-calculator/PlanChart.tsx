import type { Instalment } from '../../lib/rules/loan/schedule.ts'
import { formatCents } from '../../lib/rules/text/format-number.ts'
import { planForChart } from './chart.ts'

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
