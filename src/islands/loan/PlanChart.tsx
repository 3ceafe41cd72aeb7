import { formatCents } from '../../lib/rules/figures.ts'
import type { Instalment } from '../../lib/rules/loan/schedule.ts'
import { planByYears } from '../../lib/rules/loan/years.ts'

const HEIGHT = 120
const WIDTH = 600
const GAP = 0.25

/** What each year pays back and what it pays in interest; the words below say the same. */
export function PlanChart({ instalments }: { instalments: readonly Instalment[] }) {
  const years = planByYears(instalments)
  // A single bar compares nothing.
  if (years.length < 2) return null
  const most = Math.max(...years.map(({ principal, interest }) => principal + interest))
  const step = WIDTH / years.length
  const heightOf = (cents: number) => (cents / most) * HEIGHT
  return (
    <figure className="calculator-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {years.map(({ year, principal, interest }) => {
          const x = (year - 1) * step + (step * GAP) / 2
          const width = step * (1 - GAP)
          const low = heightOf(principal)
          const high = heightOf(interest)
          return (
            <g key={year}>
              <rect className="chart-principal" x={x} width={width} y={HEIGHT - low} height={low} />
              <rect className="chart-interest" x={x} width={width} y={HEIGHT - low - high} height={high} />
            </g>
          )
        })}
      </svg>
      <figcaption>
        <span className="chart-key chart-key-principal">本金</span>
        <span className="chart-key chart-key-interest">利息</span>
        <span>按年，共 {years.length} 年。</span>
        <details>
          <summary>每年还多少</summary>
          <ol>
            {years.map(({ year, principal, interest }) => (
              <li key={year}>
                第 {year} 年：本金 {formatCents(principal)} 元，利息 {formatCents(interest)} 元
              </li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  )
}
