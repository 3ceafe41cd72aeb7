import { useEffect, useRef } from 'react'
import { followSections, openSections } from '../../lib/stores/company/sections.ts'
import { ColleagueSection } from './ColleagueSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DeletionBanner } from './DeletionBanner.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ReminderSection } from './ReminderSection.tsx'
import { ReservationSection } from './ReservationSection.tsx'

/** The sections of one company. */
export function Sections({ isIn }: { isIn: boolean }) {
  const hasArrived = useRef(false)
  useEffect(() => followSections(), [])
  useEffect(() => {
    if (!isIn) return
    openSections().then(() => {
      if (!hasArrived.current) goToAnchor()
      hasArrived.current = true
    })
  }, [isIn])
  return (
    <>
      <DeletionBanner />
      <ProfileSection />
      <ColleagueSection />
      <ReminderSection />
      <ReservationSection />
      <DeviceSection />
      <DataSection />
    </>
  )
}

/** The browser could not scroll to the place in the address, because it is rendered only now. */
function goToAnchor(): void {
  if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
}
