import type { ReactNode } from 'react'
import { type Grant, grantFigure } from '../../../lib/rules/text/format-number.ts'
import { type ApplicationWindow, windowWords } from '../../../lib/rules/time/application-window.ts'
import { writeWindow } from '../../../lib/rules/time/window-use.ts'
import '../../../components/policy/figure.css'
import '../../../components/policy/row.css'

export interface PolicyHeadProps extends Grant {
  title: string
  regionName: string
  department?: string | null | undefined
  window: ApplicationWindow
  /** YYYY-MM-DD */
  today: string
  /** A local note, before the place. */
  note?: ReactNode
}

/** Benefit, name, place, authority and deadline: a row as in the lists. */
export function PolicyHead(props: PolicyHeadProps) {
  const { title, regionName, department, window, today, note, ...grant } = props
  return (
    <span className="row row-head">
      <Figure {...grant} />
      <b className="name">{title}</b>
      <span className="meta">
        {note}
        <span className="place">{[regionName, department].filter(Boolean).join(' · ')}</span>
      </span>
      <WindowState window={window} today={today} />
    </span>
  )
}

/** The same markup as Figure.astro. */
export function Figure(grant: Grant) {
  const { support, lead, from, change, number, unit, per, look } = grantFigure(grant)
  return (
    <span className="figure" data-support={support}>
      {lead && <span className="lead">{lead}</span>}
      <span className={look ? `sum ${look}` : 'sum'}>
        {from && (
          <s>
            <span className="visually-hidden">由 </span>
            {from}
            <span className="visually-hidden">
              {unit} {change}{' '}
            </span>
          </s>
        )}
        <b>{number}</b>
        {unit && <i>{unit}</i>}
        {per && <small>／{per}</small>}
      </span>
    </span>
  )
}

/** The same markup as WindowState.astro. */
export function WindowState({ window, today }: { window: ApplicationWindow; today: string }) {
  const { tone, label, detail } = windowWords(window, today)
  return (
    <span className="state" data-window={writeWindow(window)} data-tone={tone}>
      <b>{label}</b> <span>{detail}</span>
    </span>
  )
}
