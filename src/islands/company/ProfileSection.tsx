import { useStore } from '@nanostores/react'
import { $profile, readProfileAgain } from '../../lib/stores/company/profile.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { SectionFrame } from './SectionFrame.tsx'

/** 企业档案. */
export function ProfileSection() {
  const state = useStore($profile)
  return (
    <SectionFrame
      id="profile"
      title="企业档案"
      lead="申报时自动填入，匹配时直接采用。只有本企业的成员和为您办理的工作人员能看到。"
      state={state}
      onRetry={readProfileAgain}
    >
      {state.status === 'ready' && <ProfileForm profile={state.value} />}
    </SectionFrame>
  )
}
