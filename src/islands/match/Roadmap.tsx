import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CERTIFICATES } from '../../lib/rules/eligibility/options.ts'
import { type Move, type Road, type Rung, sureProfit } from '../../lib/rules/roadmap/road.ts'
import { EFFORT_WORDS, stepId } from '../../lib/rules/roadmap/steps.ts'
import {
  dayWords,
  firstMoves,
  gainWords,
  type Names,
  stepsWords,
  todayWords,
  turnsOf,
} from '../../lib/rules/roadmap/words.ts'
import { $road, $roadNames, loadRoadWords } from '../../lib/stores/match/road.ts'
import { RulesNotice } from './RulesNotice.tsx'
import { useArrival } from './use-arrival.ts'

export default function Roadmap() {
  const road = useStore($road)
  const names = useStore($roadNames)
  const heading = useArrival<HTMLHeadingElement>('road')
  useEffect(() => {
    if (road) loadRoadWords(road)
  }, [road])
  return (
    <section className="road" aria-labelledby="road-title">
      <p className="no-print">
        <a href="#result">返回匹配结果</a>
      </p>
      <div className="wrap road-head">
        <h2 id="road-title" ref={heading} tabIndex={-1}>
          成长路线图
        </h2>
        {road && (
          <button type="button" className="button button-text no-print" onClick={() => print()}>
            打印
          </button>
        )}
      </div>
      {road ? <Plan road={road} names={names} /> : <RulesNotice />}
    </section>
  )
}

function Plan({ road, names }: { road: Road; names: Names }) {
  const first = firstMoves(road)
  const isSure = first.some((move) => !move.isOpen && sureProfit(move) > 0)
  const { unfilled } = road.today.takings
  const turns = turnsOf(road, names)
  return (
    <>
      <p>
        {todayWords(road)}
        {unfilled.length > 0 && `；${unfilled.length} 项补充数据后可算出金额`}。
      </p>
      {first.length > 0 && (
        <div className="road-first">
          <h3 id="road-first">{isSure ? '先办这一步' : '离您最近的步'}</h3>
          <ol className="road-rows" aria-labelledby="road-first">
            {first.map((move) => (
              <li key={move.steps.map(stepId).join()}>
                <MoveDetail move={move} names={names} />
              </li>
            ))}
          </ol>
        </div>
      )}
      {turns.length > 0 && (
        <>
          <h3 id="road-turns">往后三年</h3>
          <ol className="road-rows" aria-labelledby="road-turns">
            {turns.map(({ day, move, ended }) => (
              <li key={`${day} ${move ? move.steps.map(stepId).join() : ended}`}>
                {move ? (
                  <MoveDetail move={move} names={names} />
                ) : (
                  <p>
                    <b>{ended}</b>
                    <span>{dayWords(day, false)}</span>
                  </p>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 id="road-rungs">资质阶梯</h3>
      {road.rungs.every(({ state }) => state === 'out') ? (
        <p>按现在的回答，科技型、创新型、专精特新中小企业和高新技术企业三年内都较难取得。</p>
      ) : (
        <ol className="road-rows" aria-labelledby="road-rungs">
          {road.rungs.map((rung) => (
            <RungRow key={rung.certificate} rung={rung} names={names} />
          ))}
        </ol>
      )}
      <p className="soft">
        按 {road.now}{' '}
        的回答推算：以后各年的收入、人数等与上年持平，已有资质按一直有效算。金额只计依法享受、已能确定的部分，
        未扣除为此增加的工资等支出，要评审的不计入；一次性的计入当年。标“估算”的日期按赶上下一批或者 12
        个月内做到来算。推算不是承诺，以主管部门的通知和审核为准。
      </p>
    </>
  )
}

/** Shows steps that belong together: their gain, their day, and the policies that they open. */
function MoveDetail({ move, names }: { move: Move; names: Names }) {
  const { day, isEstimate, effort, unlocks, isOpen } = move
  const gain = gainWords(move)
  return (
    <>
      <p>
        <b>{stepsWords(move.steps, names)}</b>
        <span>
          最早 {dayWords(day, isEstimate)} · {EFFORT_WORDS[effort]}
          {isOpen && ' · 还有条件待确认'}
        </span>
      </p>
      {gain !== null && <p>{gain}</p>}
      {unlocks.length > 0 && (
        <p>
          随之可办：
          {unlocks.map((id, place) => (
            <span key={id}>
              {place > 0 && '、'}
              <a href={`/pmanagement/${id}`}>{names.policy(id)}</a>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function RungRow({ rung, names }: { rung: Rung; names: Names }) {
  const { certificate, policy, state, move } = rung
  const gain = move && state !== 'hard' ? gainWords(move) : null
  return (
    <li>
      <p>
        <b>
          <a href={`/pmanagement/${policy}`}>{CERTIFICATES[certificate]}</a>
        </b>
      </p>
      <p>
        {rungWords(rung, names)}
        {gain && `；${gain}`}
      </p>
    </li>
  )
}

function rungWords({ state, goal }: Rung, names: Names): string {
  const when = goal && `最早 ${dayWords(goal.day, goal.isEstimate)}可申报`
  const steps = goal && stepsWords(goal.steps, names)
  switch (state) {
    case 'held':
      return '已取得'
    case 'now':
      return `条件已够；${when}`
    case 'open':
      return `还有条件待确认；都符合的话，${when}`
    case 'reachable':
      return `还差：${steps}；${when}`
    case 'hard':
      return `较难：${steps}；${when}`
    case 'out':
      return '按现在的回答，三年内较难取得'
  }
}
