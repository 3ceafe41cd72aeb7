import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { DELETION_DAYS, type Deletion } from '../../lib/contract/account/company-data.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { cancelEnd, deletion } from '../../lib/stores/company/company-data.ts'
import { $profile, readProfileAgain } from '../../lib/stores/company/profile.ts'
import { followSections, openSections } from '../../lib/stores/company/sections.ts'
import { showToast } from '../kit/toast.ts'
import { ColleagueSection } from './ColleagueSection.tsx'
import { DeletionDialog, ExportBox } from './DataSection.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ReminderSection } from './ReminderSection.tsx'
import { ReservationSection } from './ReservationSection.tsx'
import { Said, SectionFrame } from './SectionFrame.tsx'

export function Sections({ isIn }: { isIn: boolean }) {
  useEffect(() => followSections(), [])
  useEffect(() => {
    if (isIn) openSections()
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

function DataSection() {
  const state = useStore(deletion.$value)
  return (
    <SectionFrame
      id="data"
      title="企业数据"
      lead="数据归贵企业所有，可随时导出或删除。"
      state={state}
      onRetry={deletion.open}
    >
      <div className="company-pair">
        <ExportBox />
        {state.status === 'ready' && <DeletionBox asked={state.value} />}
      </div>
    </SectionFrame>
  )
}

function DeletionBox({ asked }: { asked: Deletion | null }) {
  const said = useStore(deletion.$said)
  const [isAsking, setAsking] = useState(false)
  return (
    <div>
      <h3>注销企业</h3>
      {asked ? (
        <p>
          {asked.by}已在 {formatMoment(asked.requested_at)} 申请注销。{formatMoment(asked.due_at)}
          起删除，在那之前可以在本页顶部撤销。
        </p>
      ) : (
        <>
          <p className="soft">
            申请后 {DELETION_DAYS}{' '}
            天内，任何成员均可撤销。到期后企业和所有成员的账号、档案、回答、关注、申报记录、消息、咨询和文件全部删除，不能恢复。
          </p>
          <p className="wrap company-acts">
            <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
              申请注销企业
            </button>
          </p>
        </>
      )}
      {said && !isAsking && <Said {...said} />}
      {isAsking && <DeletionDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

function DeletionBanner() {
  const state = useStore(deletion.$value)
  const said = useStore(deletion.$said)
  const [isBusy, setBusy] = useState(false)
  if (state.status !== 'ready' || !state.value) return null

  async function cancel() {
    setBusy(true)
    if (await cancelEnd()) showToast('已撤销，数据照常保留')
    setBusy(false)
  }

  return (
    <section className="wrap company-note" aria-label="注销申请">
      <p>
        <b>企业将在 {formatMoment(state.value.due_at)} 注销。</b>
        {state.value.by}提出了申请，届时将删除全部数据。{said?.text}
      </p>
      <button type="button" className="button" aria-busy={isBusy} disabled={isBusy} onClick={cancel}>
        撤销注销申请
      </button>
    </section>
  )
}

function ProfileSection() {
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
