import type { ReactNode } from 'react'
import type { Section } from '../../lib/stores/kit/section.ts'
import { Waiting } from '../kit/Waiting.tsx'

interface Props {
  id: string
  title: string
  lead: string
  state: { status: 'loading' | 'ready' } | { status: 'failed'; text: string }
  onRetry: () => void
  children: ReactNode
}

/** A section with its heading; while loading, it keeps about its final height. */
export function SectionFrame({ id, title, lead, state, onRetry, children }: Props) {
  return (
    <section id={id} className="company-section" aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="soft company-lead">{lead}</p>
      {state.status === 'ready' && children}
      {state.status === 'loading' && (
        <div className="company-waiting">
          <Waiting />
        </div>
      )}
      {state.status === 'failed' && (
        <p className="wrap company-note" role="alert">
          {state.text}
          <button type="button" className="button" onClick={onRetry}>
            重试
          </button>
        </p>
      )}
    </section>
  )
}

interface PartProps<Value> {
  title: string
  lead?: ReactNode
  state: Section<Value>
  onRetry: () => void
  said?: SaidProps | null
  children: (value: Value) => ReactNode
}

export function SectionPart<Value>({ title, lead, state, onRetry, said, children }: PartProps<Value>) {
  return (
    <>
      <h3>{title}</h3>
      {lead && <p className="soft">{lead}</p>}
      {state.status === 'loading' && <Waiting rows={1} />}
      {state.status === 'failed' && (
        <p className="problem" role="alert">
          {state.text}
          <button type="button" className="button" onClick={onRetry}>
            重试
          </button>
        </p>
      )}
      {state.status === 'ready' && children(state.value)}
      {said && <Said {...said} />}
    </>
  )
}

interface SaidProps {
  tone?: 'saved' | 'failed'
  text?: string
}

export function Said({ tone, text }: SaidProps) {
  const isFailure = tone === 'failed'
  return (
    <p className={isFailure ? 'problem' : 'company-saved'} role={isFailure ? 'alert' : 'status'}>
      {text}
    </p>
  )
}
