import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PartnerLogo } from '../../lib/contract/policies/home.ts'
import { $logos, refreshLogos } from '../../lib/stores/home.ts'
import './home.css'

/** 合作机构: those of the build, and today's once somebody points at them. */
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
