import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CERTIFICATES } from '../../lib/rules/eligibility/options.ts'
import { type Move, type Road, type Rung, sureProfit } from '../../lib/rules/roadmap/road.ts'
import { EFFORT_WORDS, stepId, stepWords } from '../../lib/rules/roadmap/steps.ts'
import {
  dayWords,
  firstMoves,
  gainWords,
  moveWords,
  type Names,
  todayWords,
  turnsOf,
} from '../../lib/rules/roadmap/words.ts'
import { $roadView, loadRoadWords, saveRoadCalendar } from '../../lib/stores/match/road.ts'
import { $rules, $wordsNotice, loadRules } from '../../lib/stores/match/rules.ts'
import { useArrival } from './use-arrival.ts'

/** 成长路线图: what is missing and by when, the ladder of certificates, and the worth of each step. */
export default function Roadmap() {
  const rules = useStore($rules)
  const view = useStore($roadView)
  const notice = useStore($wordsNotice)
  const heading = useArrival<HTMLHeadingElement>('road')
  const road = view?.road
  useEffect(() => {
    if (road) loadRoadWords(road)
  }, [road])
  return (
    <section className="road" aria-labelledby="road-title">
      <p className="no-print">
        <a href="#result">返回匹配结果</a>
      </p>
      <div className="road-head">
        <h2 id="road-title" ref={heading} tabIndex={-1}>
          成长路线图
        </h2>
        {view && (
          <div className="road-acts no-print">
            {view.road.moves.length + view.road.ends.length > 0 && (
              <button
                type="button"
                className="button"
                onClick={() => saveRoadCalendar(view.road, view.names)}
              >
                放进日历
              </button>
            )}
            <button type="button" className="button button-text" onClick={() => print()}>
              打印
            </button>
          </div>
        )}
      </div>
      {rules.status === 'failed' && (
        <p className="answers-note" role="alert">
          政策数据加载失败：{rules.text}。您的回答已保留。
          <button type="button" className="button" onClick={loadRules}>
            重试
          </button>
        </p>
      )}
      {notice && road && (
        <p className="answers-note" role="alert">
          政策名称加载失败：{notice}
          <button type="button" className="match-link" onClick={() => loadRoadWords(road)}>
            重试
          </button>
        </p>
      )}
      {!view && rules.status !== 'failed' && (
        <p className="match-waiting" role="status">
          正在对照政策条件…
        </p>
      )}
      {view && <Plan {...view} />}
    </section>
  )
}

interface PlanProps {
  road: Road
  names: Names
}

function Plan({ road, names }: PlanProps) {
  const first = firstMoves(road)
  const isSure = first.some((move) => !move.isOpen && sureProfit(move) > 0)
  const { waiting } = road
  const { unfilled } = road.today.takings
  return (
    <>
      <p>
        {todayWords(road)}
        {waiting.length > 0 && `；另有 ${waiting.length} 项条件已够，取得资质后计入`}
        {unfilled.length > 0 && `；${unfilled.length} 项补充数据后可算出金额`}。
      </p>
      {first.length > 0 && (
        <div className="road-first">
          <h3 id="road-first">{isSure ? '先办这一步' : '离您最近的步'}</h3>
          <ol aria-labelledby="road-first">
            {first.map((move) => (
              <li key={move.steps.map(stepId).join()}>
                <MoveDetail move={move} names={names} />
              </li>
            ))}
          </ol>
        </div>
      )}
      <Years road={road} names={names} />
      <h3 id="road-rungs">资质阶梯</h3>
      {road.rungs.every(({ state }) => state === 'out') ? (
        <p>按现在的回答，科技型、创新型、专精特新中小企业和高新技术企业三年内都较难取得。</p>
      ) : (
        <ol className="road-rungs" aria-labelledby="road-rungs">
          {road.rungs.map((rung) => (
            <RungRow key={rung.certificate} rung={rung} names={names} />
          ))}
        </ol>
      )}
      <p className="match-basis">
        按 {road.now}{' '}
        的回答推算：以后各年的收入、人数等与上年持平，已有资质按一直有效算。金额只计依法享受、已能确定的部分，
        未扣除为此增加的工资等支出，要评审的不计入。标“估算”的日期按赶上下一批或者 12
        个月内做到来算。推算不是承诺，以主管部门的通知和审核为准。
      </p>
    </>
  )
}

/** 往后三年: beginnings and ends by year. */
function Years({ road, names }: PlanProps) {
  const turns = turnsOf(road, names)
  const years = [...new Set(turns.map(({ day }) => day.slice(0, 4)))]
  if (years.length === 0) return null
  return (
    <>
      <h3 id="road-years">往后三年</h3>
      <ol className="road-years" aria-labelledby="road-years">
        {years.map((year) => (
          <li key={year}>
            <h4>{year}年</h4>
            <ul>
              {turns
                .filter(({ day }) => day.startsWith(year))
                .map(({ day, when, what, move }) => (
                  <li key={`${day} ${what}`}>
                    {move ? (
                      <MoveDetail move={move} names={names} />
                    ) : (
                      <p>
                        <b>{what}</b>
                        <span>{when}</span>
                      </p>
                    )}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Steps that belong together: their worth, their day, and the policies that they open. */
function MoveDetail({ move, names }: { move: Move; names: Names }) {
  const { day, isEstimate, effort, unlocks, isOpen } = move
  const gain = gainWords(move)
  return (
    <>
      <p>
        <b>{moveWords(move, names)}</b>
        <span>
          最早 {dayWords(day, isEstimate)} · {EFFORT_WORDS[effort]}
          {isOpen && ' · 还有条件待确认'}
        </span>
      </p>
      {gain !== null && <p>{gain}</p>}
      <PolicyNames ids={unlocks} names={names} />
    </>
  )
}

function PolicyNames({ ids, names }: { ids: readonly number[]; names: Names }) {
  if (ids.length === 0) return null
  return (
    <p>
      随之可办：
      {ids.map((id, place) => (
        <span key={id}>
          {place > 0 && '、'}
          <a href={`/pmanagement/${id}`}>{names.policy(id)}</a>
        </span>
      ))}
    </p>
  )
}

const LAYERS: Partial<Record<Rung['certificate'], string>> = {
  tech_sme: '第一层',
  innovative_sme: '第一层',
  specialised: '第二层',
  little_giant: '第三层',
}

function RungRow({ rung, names }: { rung: Rung; names: Names }) {
  const rules = useStore($rules)
  const { certificate, policy, state, move } = rung
  const name = CERTIFICATES[certificate]
  const gain = move && state !== 'hard' ? gainWords(move) : null
  const original = rules.status === 'ready' ? rules.originals[certificate] : undefined
  return (
    <li>
      <p>
        <b>{policy === null ? name : <a href={`/pmanagement/${policy}`}>{name}</a>}</b>
        <span>{LAYERS[certificate] ?? '另一路'}</span>
      </p>
      <p>
        {rungWords(rung, names)}
        {gain && `；${gain}`}
        {state === 'unread' && original !== undefined && (
          <>
            {' '}
            <a href={`/review/${original}`}>查看原文要点</a>
          </>
        )}
      </p>
    </li>
  )
}

function rungWords({ state, day, isEstimate = false, isLate, steps }: Rung, names: Names): string {
  const when = day ? `最早 ${dayWords(day, isEstimate)}${isLate ? '可申报' : '取得'}` : ''
  const words = steps.map((step) => stepWords(step, names.ask)).join('，')
  switch (state) {
    case 'held':
      return '已取得'
    case 'now':
      return `条件已够，可以申报；${when}`
    case 'open':
      return `还有条件待确认；都符合的话，${when}`
    case 'reachable':
      return `还差：${words}；${when}`
    case 'hard':
      return `较难：${words}；${when}`
    case 'out':
      return '按现在的回答，三年内较难取得'
    case 'unread':
      return '本站尚无解读，条件以原文为准。'
  }
}
