import { useEffect } from 'react'
import { closeProfile, followProfile, openProfile } from '../../lib/stores/company-profile.ts'
import { ProfileSection } from './ProfileSection.tsx'

/** The sections of one company. */
export function Sections({ isIn }: { isIn: boolean }) {
  useEffect(() => {
    const stop = followProfile()
    return () => {
      stop()
      closeProfile()
    }
  }, [])
  useEffect(() => {
    if (isIn) openProfile()
  }, [isIn])
  return <ProfileSection />
}
