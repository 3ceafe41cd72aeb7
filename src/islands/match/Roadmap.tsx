import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { addMonths } from '../../lib/rules/eligibility/calendar.ts'
import { CERTIFICATES } from '../../lib/rules/eligibility/options.ts'
import { type Move, sureProfit } from '../../lib/rules/roadmap/moves.ts'
import type { Road, Rung } from '../../lib/rules/roadmap/road.ts'
import {
  chosenLevels,
  dayWords,
  drawStaircase,
  type Level,
  moneyWords,
  moreWords,
  type Names,
  pieceWords,
  staircaseTitle,
} from '../../lib/rules/roadmap/staircase.ts'
import {
  dayOfStep,
  EFFORT_WORDS,
  effortOf,
  type Step,
  stepId,
  stepWords,
} from '../../lib/rules/roadmap/steps.ts'
import { $roadView, loadRoadWords, saveRoadCalendar } from '../../lib/stores/match/road.ts'
import { $rules, $wordsNotice, loadRules } from '../../lib/stores/match/rules.ts'
import { useArrival } from './use-arrival.ts'

/** 成长路线图: where the company can be in three years, as a staircase and in words. */
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
        {view && <Acts {...view} />}
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
  levels: readonly Level[]
}

/** What can be taken along: the days for a calendar, the page on paper. */
function Acts({ road, levels }: PlanProps) {
  return (
    <div className="road-acts no-print">
      {levels.length > 1 && (
        <button type="button" className="button" onClick={() => saveRoadCalendar(levels, road)}>
          放进日历
        </button>
      )}
      <button type="button" className="button button-text" onClick={() => print()}>
        打印
      </button>
    </div>
  )
}

function Plan({ road, names, levels }: PlanProps) {
  const { moves } = road
  const first = moves.find((move) => !move.isOpen && sureProfit(move) > 0)
  const others = moves.filter((move) => move !== first)
  return (
    <>
      {first ? (
        <div className="road-first">
          <p className="lead">先办这一步</p>
          <MoveDetail move={first} names={names} isFirst />
        </div>
      ) : (
        <p>
          {moves.length > 0
            ? '按现在的回答，还没有哪一步能确定多拿多少。能走的步列在下面，金额看您的人数和收入。'
            : '按现在的回答，没有找到还能多拿的步骤。多答几题，可能会有。'}
        </p>
      )}
      <h3 id="road-levels">往后三年</h3>
      <Picture levels={levels} />
      <ol className="road-levels" aria-labelledby="road-levels">
        {levels.map((level) => (
          <LevelRow key={level.stage.day} level={level} road={road} names={names} />
        ))}
      </ol>
      <h3 id="road-rungs">资质阶梯</h3>
      <ol className="road-rungs" aria-labelledby="road-rungs">
        {road.rungs.map((rung) => (
          <RungRow key={rung.certificate} rung={rung} names={names} />
        ))}
      </ol>
      {others.length > 0 && (
        <>
          <h3 id="road-moves">{first ? '还可以走的步' : '可以走的步'}</h3>
          <ul className="road-moves" aria-labelledby="road-moves">
            {others.slice(0, MOVES_SHOWN).map((move) => (
              <li key={move.steps.map(stepId).join()}>
                <MoveDetail move={move} names={names} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="match-basis">
        按 {road.now}{' '}
        的回答推算：以后各年的收入、人数等与上年持平，只改路线里写的几步；已有资质按一直有效算。多拿的金额没有扣掉为此付的工资等花费，只写依法享受、您填过的数能确定的部分，要评审的不计入。写“估算”的日期，按赶上下一批或者
        12 个月内做到来算。最早能到哪一步是推算，不是承诺，以主管部门的通知和审核为准。
      </p>
    </>
  )
}

const MOVES_SHOWN = 5

/** As wide as there is room, so that its words keep their size. */
function Picture({ levels }: { levels: readonly Level[] }) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const chosen = chosenLevels(levels, width)
  const drawn = drawStaircase(chosen, width)
  return (
    <div ref={box} className="road-picture">
      {width > 0 && (
        <svg viewBox={`0 0 ${drawn.width} ${drawn.height}`} role="img" aria-labelledby={id}>
          <title id={id}>{staircaseTitle(chosen)}</title>
          <path className="road-grid" d={drawn.grid} />
          <path className="road-riser" d={drawn.risers} />
          <path className="road-now" d={drawn.now} />
          <path className="road-up" d={drawn.up} />
          <path className="road-down" d={drawn.down} />
          <path className="road-mark" d={drawn.marks} />
          <path className="road-down" d={drawn.hollow} />
          {drawn.texts.map(({ x, y, text, isSum }) => (
            <text key={`${x} ${y}`} x={x} y={y} className={isSum ? 'road-sum' : undefined}>
              {text}
            </text>
          ))}
        </svg>
      )}
    </div>
  )
}

/** One level: how much, from when, what leads to it; unfolded, the policies and the steps. */
function LevelRow({ level, road, names }: { level: Level; road: Road; names: Names }) {
  const { stage, look, sum, when, what } = level
  const { gained, lost, steps, takings } = stage
  const once = moneyWords(takings.once)
  const hasMore = steps.length + gained.length + lost.length > 0 || once !== null
  return (
    <li data-look={look}>
      <p className="road-level">
        <b>{sum}</b>
        <span>
          {when}
          {look === 'up' && <small>{stage.day <= addMonths(road.now, 12) ? '12 个月内' : '三年内'}</small>}
        </span>
        <span>{what}</span>
      </p>
      {hasMore && (
        <details>
          <summary>{steps.length > 0 ? '条件和办法' : '包括哪些政策'}</summary>
          {steps.length > 0 && <StepList steps={steps} road={road} names={names} />}
          <PolicyNames lead={look === 'now' ? '现在可享' : '新增'} ids={gained} names={names} />
          <PolicyNames
            lead="到期"
            ids={lost.filter(({ isOver }) => isOver).map(({ id }) => id)}
            names={names}
          />
          <PolicyNames
            lead="按推算不再符合"
            ids={lost.filter(({ isOver }) => !isOver).map(({ id }) => id)}
            names={names}
          />
          {once && <p>另有一次性的 {once}，不计入每年的金额。</p>}
        </details>
      )}
    </li>
  )
}

function StepList({ steps, road, names }: { steps: readonly Step[]; road: Pick<Road, 'now'>; names: Names }) {
  return (
    <ul>
      {steps.map((step) => (
        <li key={stepId(step)}>
          {stepWords(step, names.ask)}
          <small>
            {EFFORT_WORDS[effortOf(step)]} · {stepDay(step, road.now)}
          </small>
        </li>
      ))}
    </ul>
  )
}

function stepDay(step: Step, now: string): string {
  const day = dayOfStep(step, now)
  return day === null ? '按赶上下一批或者 12 个月内估算' : `最早 ${dayWords(day, false)}`
}

function PolicyNames({ lead, ids, names }: { lead: string; ids: readonly number[]; names: Names }) {
  if (ids.length === 0) return null
  return (
    <p>
      {lead}：
      {ids.map((id, place) => (
        <span key={id}>
          {place > 0 && '、'}
          <a href={`/pmanagement/${id}`}>{names.policy(id)}</a>
        </span>
      ))}
    </p>
  )
}

/** Steps that belong together: what they bring, by when, and what they open. */
function MoveDetail({ move, names, isFirst = false }: { move: Move; names: Names; isFirst?: boolean }) {
  const { steps, after, day, isEstimate, effort, unlocks, isOpen, gain, gainFrom, pieces } = move
  const done = new Set(after.map(stepId))
  const words = steps.filter((step) => !done.has(stepId(step))).map((step) => stepWords(step, names.ask))
  const since = gainFrom === day ? '' : `${dayWords(gainFrom, false)}起`
  const [year, once] = [moreWords(`${since}每年`, gain.year), moreWords('一次性', gain.once)]
  const isSame = gain.year.max === 0 && gain.once.max === 0
  const each = pieces.map((piece) => pieceWords(piece, steps, names))
  const isDear = sureProfit(move) < 0 && '比要多花的研发费少'
  const brings =
    [year, once, year && isDear, ...each].filter(Boolean).join('，') || (isSame ? '金额不变' : '金额还算不出')
  return (
    <>
      <p className={isFirst ? 'road-move-first' : 'road-move'}>
        {after.length > 0 && '接着：'}
        {words.join('，')}
      </p>
      <p>
        <b>{brings}</b> · 最早 {dayWords(day, isEstimate)} · {EFFORT_WORDS[effort]}
        {isOpen && ' · 还有条件待确认'}
      </p>
      <PolicyNames lead="随之可办" ids={unlocks} names={names} />
    </>
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
  const { certificate, policy, state } = rung
  const name = CERTIFICATES[certificate]
  const original = rules.status === 'ready' ? rules.originals[certificate] : undefined
  return (
    <li data-state={state}>
      <p className="road-level">
        <b>{policy === null ? name : <a href={`/pmanagement/${policy}`}>{name}</a>}</b>
        <span>{LAYERS[certificate] ?? '另一路'}</span>
        <span>
          {rungWords(rung, names)}
          {state === 'unread' && original !== undefined && (
            <>
              {' '}
              <a href={`/review/${original}`}>查看原文要点</a>
            </>
          )}
        </span>
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
      return `条件已够，去申报；${when}`
    case 'open':
      return `还有条件待确认；都符合的话，${when}`
    case 'reachable':
      return `还差：${words}；${when}`
    case 'hard':
      return `较难：${words}；${when}`
    case 'out':
      return '按现在的回答，三年内没有找到走得通的路'
    case 'unread':
      return '本站尚无解读，条件以原文为准。'
  }
}
