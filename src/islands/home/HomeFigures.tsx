import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { HomeFigures as Figures, PartnerLogo } from '../../lib/contract/policies/home.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $figures, $logos, refreshFigures, refreshLogos } from '../../lib/stores/home.ts'
import './home.css'

const LABELS = {
  interpretations: '解读',
  originals: '原文',
  news: '资讯',
  in_force: '现行可享',
  open: '可申报',
} as const

export function HomeFigures({ built }: { built: Figures }) {
  const state = useStore($figures, { ssr: 'initial' })
  const figures = state.status === 'fresh' ? state.figures : built
  return (
    <div className="soft wrap home-figures" data-less>
      收录
      <dl aria-live="polite">
        {(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((key) => (
          <div key={key}>
            <dt>{LABELS[key]}</dt>
            <dd>{formatNumber(figures[key])}</dd>
          </div>
        ))}
      </dl>
      <p>
        数据截至 {chinaDay(new Date(figures.counted_at))}
        <button
          type="button"
          className="link"
          aria-busy={state.status === 'loading'}
          onClick={refreshFigures}
        >
          更新数据
        </button>
        <span role="status">{state.status === 'fresh' && '已更新'}</span>
        {state.status === 'failed' && <span role="alert">{state.text}</span>}
      </p>
    </div>
  )
}

export function PartnerLogos({ built }: { built: readonly PartnerLogo[] }) {
  const logos = useStore($logos, { ssr: 'initial' }) ?? built
  useEffect(() => {
    refreshLogos()
  }, [])
  return (
    <ul className="partner-logos">
      {logos.map(({ name, image }) => (
        <li key={name}>
          <img src={image} alt={name} width="144" height="48" loading="lazy" />
        </li>
      ))}
    </ul>
  )
}
