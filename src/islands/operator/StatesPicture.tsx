import { deskAddress, type Figures } from '../../lib/contract/operator/desk.ts'
import { ORDER_STATES, type OrderState, stateName } from '../../lib/rules/orders/order-states.ts'
import { ORDER_TONES, StateMark } from '../parts/order/StateMark.tsx'

type Week = Figures['weeks'][number]

const WIDTH = 56
const ROD = 36
const HEIGHT = 160
const TOP = 20
/** Under the rods, for the day on which the week begins. */
const FOOT = 24

const totalOf = ({ states }: Week) => states.reduce((sum, { count }) => sum + count, 0)
const nameOf = ({ from, to }: Week) => `${shortDay(from)}–${shortDay(to)}`
const addressOf = ({ from, to }: Week, state?: OrderState) =>
  deskAddress('orders', { ...(state && { state }), from, to })

/** 2026-11-03 → 11.3 */
function shortDay(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${month}.${date}`
}

/** 申报 of the last twelve weeks: a rod for each week, in pieces by what became of what came in; and the same as a table. */
export function StatesPicture({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(totalOf))
  const states = ORDER_STATES.filter((state) =>
    weeks.some((week) => week.states.some((part) => part.state === state && part.count > 0)),
  )
  return (
    <section aria-labelledby="today-weeks">
      <h2 id="today-weeks">近 12 周提交的申报</h2>
      {states.length === 0 ? (
        <p className="desk-soft">近 12 周没有企业提交申报。</p>
      ) : (
        <>
          <div className="desk-scroll">
            <svg
              className="weeks desk-picture"
              viewBox={`0 0 ${WIDTH * weeks.length} ${TOP + HEIGHT + FOOT}`}
            >
              <title>每周提交的申报，按现在的状态分段；下面的表格是同样的数字</title>
              {weeks.map((week, index) => (
                <WeekRod key={week.from} week={week} x={index * WIDTH} most={most} />
              ))}
            </svg>
          </div>
          <p className="desk-key">
            {states.map((state) => (
              <span key={state} className={`piece-${ORDER_TONES[state]}`}>
                <i aria-hidden="true" />
                {stateName(state)}
              </span>
            ))}
          </p>
          <details className="weeks-table">
            <summary>看表格</summary>
            <div className="desk-table today-table">
              <WeeksTable weeks={weeks} states={states} />
            </div>
          </details>
        </>
      )}
    </section>
  )
}

function WeekRod({ week, x, most }: { week: Week; x: number; most: number }) {
  const total = totalOf(week)
  const left = x + (WIDTH - ROD) / 2
  const base = TOP + HEIGHT
  const day = (
    <text x={x + WIDTH / 2} y={base + 17}>
      {shortDay(week.from)}
    </text>
  )
  if (total === 0) {
    return (
      <>
        <path className="weeks-none" d={`M${left} ${base}h${ROD}`} />
        {day}
      </>
    )
  }
  let y = base
  return (
    <a href={addressOf(week)}>
      <title>{`${nameOf(week)}：${total} 份`}</title>
      <rect className="weeks-hit" x={x} y="0" width={WIDTH} height={base + FOOT} />
      {week.states.map(({ state, count }) => {
        if (count === 0) return null
        const height = (count / most) * HEIGHT
        y -= height
        return (
          <rect
            key={state}
            className={`piece-${ORDER_TONES[state]}`}
            x={left}
            y={y}
            width={ROD}
            height={Math.max(1, height - 2)}
          >
            <title>{`${nameOf(week)} ${stateName(state)} ${count}`}</title>
          </rect>
        )
      })}
      <text className="weeks-total" x={x + WIDTH / 2} y={y - 6}>
        {total}
      </text>
      {day}
    </a>
  )
}

function WeeksTable({ weeks, states }: { weeks: readonly Week[]; states: readonly OrderState[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">提交的一周</th>
          {states.map((state) => (
            <th key={state} scope="col">
              <StateMark state={state} />
            </th>
          ))}
          <th scope="col">合计</th>
        </tr>
      </thead>
      <tbody>
        {[...weeks].reverse().map((week) => (
          <tr key={week.from}>
            <th scope="row">{nameOf(week)}</th>
            {states.map((state) => {
              const count = week.states.find((part) => part.state === state)?.count ?? 0
              return (
                <td key={state}>
                  {count > 0 ? (
                    <a className="today-link" href={addressOf(week, state)}>
                      {count}
                    </a>
                  ) : (
                    '·'
                  )}
                </td>
              )
            })}
            <td>
              {totalOf(week) > 0 ? (
                <a className="today-link" href={addressOf(week)}>
                  {totalOf(week)}
                </a>
              ) : (
                '·'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
