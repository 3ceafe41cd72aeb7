import { amountFigure } from '../../../lib/rules/text/format-number.ts'
import { type ApplicationWindow, windowWords } from '../../../lib/rules/time/application-window.ts'
import './policy-head.css'

export interface PolicyHeadProps {
  title: string
  regionName: string
  department?: string | null | undefined
  support?: string | null | undefined
  headline?: string | null | undefined
  amount?:
    | {
        lead?: string | undefined
        min?: number | undefined
        max: number
        unit: '元' | '%'
        per?: string | undefined
      }
    | null
    | undefined
  window: ApplicationWindow
  /** YYYY-MM-DD */
  today: string
}

/** What do I get, what is it, where and from whom, by when. */
export function PolicyHead(props: PolicyHeadProps) {
  const { title, regionName, department, window, today } = props
  const { tone, label, detail } = windowWords(window, today)
  return (
    <span className="policy-head">
      <Figure {...props} />
      <span className="policy-what">
        <span className="policy-title">{title}</span>
        <span className="policy-meta">{[regionName, department].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="policy-when" data-tone={tone}>
        <b>{label}</b> {detail}
      </span>
    </span>
  )
}

function Figure({ amount, headline, support }: PolicyHeadProps) {
  if (!amount) {
    const word = headline ?? support
    return <span className="policy-figure">{word ? <b>{word}</b> : <small>金额见正文</small>}</span>
  }
  const { number, unit } = amountFigure(amount)
  return (
    <span className="policy-figure">
      {amount.lead && <small>{amount.lead}</small>}
      <span>
        <b className={number.length > 5 ? 'policy-long' : undefined}>{number}</b>
        <small>
          {unit}
          {amount.per && `／${amount.per}`}
        </small>
      </span>
    </span>
  )
}
