import { useStore } from '@nanostores/react'
import { answerWords } from '../../lib/rules/eligibility/condition-words.ts'
import { FACT_KEYS, type FactKey, factOf } from '../../lib/rules/eligibility/facts.ts'
import { $answers, $reading } from '../../lib/stores/match/answers.ts'
import { $pickLists, loadPickList } from '../../lib/stores/match/pick-lists.ts'
import { usePrinting } from './use-printing.ts'

/** Everything that was answered, each with the way to change it. */
export function AnswerList({ onEdit }: { onEdit: (fact: FactKey) => void }) {
  const answers = useStore($answers)
  const { problems } = useStore($reading)
  const lists = useStore($pickLists)
  const isPrinting = usePrinting()
  const given = FACT_KEYS.filter((fact) => answers[fact] !== undefined)
  if (given.length === 0) return null

  function words(fact: FactKey): string {
    const { kind } = factOf(fact)
    const list = kind === 'region' || kind === 'industry' ? lists[kind] : undefined
    const choice = list?.status === 'ready' ? list.list.byCode.get(String(answers[fact])) : undefined
    return choice?.path ?? answerWords(fact, answers[fact])
  }

  return (
    <details
      className="match-answers"
      {...(isPrinting && { open: true })}
      onToggle={() => {
        loadPickList('region')
        loadPickList('industry')
      }}
    >
      <summary>我的 {given.length} 个回答</summary>
      <dl>
        {given.map((fact) => (
          <div key={fact}>
            <dt>{factOf(fact).label}</dt>
            <dd>
              {words(fact)}
              {problems
                .filter(({ key }) => key === fact)
                .map(({ message, severity }) => (
                  <span key={message} className={`question-problem question-${severity}`}>
                    {message}
                  </span>
                ))}
            </dd>
            <dd className="no-print">
              <button
                type="button"
                className="match-link"
                aria-label={`修改“${factOf(fact).label}”`}
                onClick={() => onEdit(fact)}
              >
                修改
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
