import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { readCompany } from '../../lib/rules/eligibility/company.ts'
import { compileRule, judgeRule } from '../../lib/rules/eligibility/evaluate.ts'
import { type AnswerKey, type Facts, isFactKey } from '../../lib/rules/eligibility/facts.ts'
import { firstMissing, nextBestQuestion, openQuestions } from '../../lib/rules/eligibility/next-question.ts'
import { shortfallWords } from '../../lib/rules/eligibility/shortfalls.ts'
import { asksOf, type Tree } from '../../lib/rules/eligibility/tree.ts'
import type { Verdict } from '../../lib/rules/eligibility/verdict.ts'
import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { insteadOfVerdict } from '../../lib/rules/time/window-use.ts'
import { $keepable, $kept, $reading } from '../../lib/stores/match/answers.ts'
import { followAccount } from '../../lib/stores/match/answers-account.ts'
import { shareAddress } from '../../lib/stores/match/view.ts'
import { AskField } from '../parts/question/AskField.tsx'
import { keptWords } from '../parts/question/kept-words.ts'
import { QuestionForm } from '../parts/question/QuestionDialog.tsx'
import { VerdictDetail } from '../parts/verdict/VerdictDetail.tsx'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'
import './eligibility.css'

const SUMMARIES = {
  met: '按您的回答，条件都符合。',
  unknown: '尚有条件未作答，答完即可判断。',
  unmet: '按您的回答，还不符合。',
}

/** Open, and no answer settles it. */
const STUCK = '尚有条件待确认，请查看逐条理由。'

/** Returns the needed change as a sentence; '' without any. */
function shortfallLine({ reason }: Verdict): string {
  const words = reason && shortfallWords(reason)
  return words ? `${words}。` : ''
}

/** The fragment that opens a policy's questions. */
const CHECK_HASH = '#check'

const NOTHING: ReturnType<typeof $reading.get> = { facts: {}, problems: [] }
const beforeReading = () => NOTHING

/** Runs `begin` when `opener` is pressed, and at once if the address requires it. */
function followOpener(opener: string, begin: () => void): () => void {
  function press({ target }: MouseEvent) {
    if ((target as Element).closest(opener)) begin()
  }
  if (location.hash === CHECK_HASH) begin()
  document.addEventListener('click', press)
  return () => document.removeEventListener('click', press)
}

interface Props {
  /** The policy or product, above its questions. */
  name?: string
  tree: Tree
  unmodelled: number
  judge?: string
  support?: string | undefined
  /** For a policy: an ended one is compared, without a verdict. */
  window?: ApplicationWindow
  /** Selector of a button elsewhere on the page that starts it; hidden until then. */
  opener?: string
  /** In another site's page, where nothing is stored (browser/embedded.ts). */
  embedded?: boolean
}

/** 我是否符合: this policy against the saved answers, with the missing questions in place. */
export function EligibilityCheck(props: Props) {
  const { name, tree, unmodelled, judge, support, window, opener, embedded = false } = props
  const { facts } = useStore($reading, { ssr: beforeReading })
  const kept = useStore($kept, { ssr: 'initial' })
  const isKeepable = useStore($keepable, { ssr: 'initial' })
  /** The questions of this run; the last one is open. */
  const [trail, setTrail] = useState<readonly AnswerKey[]>([])
  const [isStarted, setStarted] = useState(false)
  const section = useRef<HTMLElement>(null)
  const asked = trail.at(-1)
  useEffect(() => (embedded ? undefined : followAccount()), [embedded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the store, so that of the first time will do.
  useEffect(() => (opener === undefined ? undefined : followOpener(opener, begin)), [opener])
  const today = chinaDay(new Date())
  const rule = compileRule({ eligibility: tree, unmodelled: [], support })
  const next = nextQuestion(facts)
  const hasAnswers = Object.keys(facts).length > 0
  function nextQuestion(facts: Facts): AnswerKey | null {
    const { reason } = judgeRule(rule, readCompany(facts, today))
    if (reason?.status !== 'unknown') return null
    return nextBestQuestion([rule], facts, today)?.key ?? firstMissing(reason, facts)
  }

  function ask(questions: readonly AnswerKey[]) {
    setStarted(true)
    setTrail(questions)
    // The verdict is read next.
    if (questions.length === 0) section.current?.querySelector<HTMLElement>('.check-head')?.focus()
  }

  function begin() {
    const question = nextQuestion($reading.get().facts)
    ask(question ? [question] : [])
  }

  function goOn() {
    const question = nextQuestion($reading.get().facts)
    // A removed answer would be asked for again at once.
    ask(question && !trail.includes(question) ? [...trail, question] : [])
  }

  if (!hasAnswers && !isStarted) {
    return (
      <section className={opener ? 'check check-later no-print' : 'check no-print'} aria-label="我是否符合">
        <div className="wrap check-head">
          <p>
            <b>我是否符合？</b>回答几个问题即可判断，无需登录。
            {embedded ? '回答不保存，也不发送出去。' : keptWords(kept)}
          </p>
          <button type="button" className="button" onClick={begin}>
            测一测
          </button>
        </div>
        <p className="check-foot">
          <a href="/match">一次匹配全部政策</a>
        </p>
      </section>
    )
  }
  const verdict = judgeRule(rule, readCompany(facts, today))
  const over = window ? insteadOfVerdict(window, today) : null
  const isStuck = verdict.status === 'unknown' && !next
  return (
    <section
      ref={section}
      className={over ? 'check' : `check check-${verdict.status}`}
      aria-label="我是否符合"
    >
      <div className="wrap check-head" role="status" tabIndex={-1}>
        {over ? (
          <b>{over}</b>
        ) : (
          <VerdictMark status={verdict.status} isJudged={unmodelled > 0} judge={judge} />
        )}
        <p>
          {over ? '下面按到期前的条件对照。' : isStuck ? STUCK : SUMMARIES[verdict.status]}
          {!over && (verdict.earliest ? `${verdict.earliest} 起可申报。` : shortfallLine(verdict))}
          {!over &&
            unmodelled > 0 &&
            verdict.status !== 'unmet' &&
            `另有 ${unmodelled} 项由${judge ?? '主管部门'}判断。`}
        </p>
        {next && !asked && (
          <button type="button" className="button" onClick={begin}>
            {hasAnswers ? '答下一题' : '开始回答'}
          </button>
        )}
      </div>
      {!isKeepable && <p role="alert">浏览器已禁用本地存储，关闭页面后回答会丢失。</p>}
      {asked && (
        <CheckPanel
          {...{ name, tree, asked }}
          place={trail.length}
          // A question that is already in the trail does not count as open.
          total={
            trail.length + openQuestions(verdict.reason, facts).filter((key) => !trail.includes(key)).length
          }
          onAnswered={goOn}
          onBack={() => setTrail(trail.slice(0, -1))}
          onClose={() => ask([])}
        />
      )}
      <details className="check-foot">
        <summary>逐条看理由</summary>
        <VerdictDetail
          verdict={verdict}
          onEdit={(fact) => ask([fact])}
          renderAsk={(each) => <AskField ask={each} />}
        />
        <p className="check-more">
          <a href={embedded ? shareAddress() : '/match'}>用这些回答匹配全部政策</a>
        </p>
      </details>
    </section>
  )
}

interface PanelProps {
  name: string | undefined
  tree: Tree
  asked: AnswerKey
  place: number
  total: number
  onAnswered: () => void
  onBack: () => void
  onClose: () => void
}

/** One question after the other in the same place; a choice submits itself. */
function CheckPanel({ name, tree, asked, place, total, onAnswered, onBack, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each question
  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLElement>('.question input, .ask button')?.focus()
  }, [asked])
  const own = asksOf(tree).find(({ key }) => key === asked)
  return (
    <section ref={panel} className="check-panel no-print" aria-label="测一测">
      <p className="soft check-place">
        <b>
          第 {place}/{total} 题
        </b>
        {name && <span>{name}</span>}
        <button type="button" className="button button-text" onClick={onClose}>
          收起
        </button>
      </p>
      {isFactKey(asked) ? (
        <QuestionForm key={asked} facts={[asked]} onAnswered={onAnswered} isByTap>
          <div className="check-acts">
            {place > 1 && <BackButton onBack={onBack} />}
            <button type="submit" className="button button-primary">
              下一题
            </button>
          </div>
        </QuestionForm>
      ) : (
        own && (
          <div className="question">
            <p className="check-ask">{own.ask}</p>
            {own.help && <p className="soft">{own.help}</p>}
            <AskField ask={own} onAnswered={onAnswered} />
            <div className="check-acts">{place > 1 && <BackButton onBack={onBack} />}</div>
          </div>
        )
      )}
    </section>
  )
}

function BackButton({ onBack }: Pick<PanelProps, 'onBack'>) {
  return (
    <button type="button" className="button" onClick={onBack}>
      上一题
    </button>
  )
}
