import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Colleague } from '../../lib/contract/account/colleague.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import {
  $team,
  $teamProblem,
  leaveTeam,
  openTeam,
  removeFromTeam,
} from '../../lib/stores/company/colleagues.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { showToast } from '../kit/toast.ts'
import { Invitations } from './Invitations.tsx'
import { JoinForm } from './JoinForm.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import './colleagues.css'

/** 同事: who they are, how somebody joins, and how somebody leaves. */
export function ColleagueSection() {
  const state = useStore($team)
  const problem = useStore($teamProblem)
  const [leaver, setLeaver] = useState<Colleague | null>(null)
  const team = state.status === 'ready' ? state.value : { people: [], invitations: [] }

  async function take(person: Colleague) {
    setLeaver(null)
    const isDone = await (person.me ? leaveTeam(person.id) : removeFromTeam(person.id))
    if (isDone) showToast(person.me ? '您已退出企业' : `已移出${person.name}`)
  }

  return (
    <SectionFrame
      id="colleagues"
      title="同事"
      lead="同事看到同样的申报、关注、文件和消息，也都能修改。"
      state={state}
      onRetry={openTeam}
    >
      <ul className="people">
        {team.people.map((person) => (
          <li key={person.id}>
            <span className="people-name">
              {person.name}
              {person.me && <span className="mark">我</span>}
            </span>
            <span className="company-soft">
              {person.phone} · {chinaDay(new Date(person.gmt_create))} 加入
            </span>
            {(person.removable || (person.me && team.people.length > 1)) && (
              <button type="button" className="button" onClick={() => setLeaver(person)}>
                {person.me ? '退出企业' : '移出'}
                {!person.me && <span className="visually-hidden">{person.name}</span>}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem && (
        <p className="company-failed" role="alert">
          {problem}
        </p>
      )}
      <Invitations invitations={team.invitations} />
      <JoinForm />
      {leaver && (
        <ConfirmDialog
          title={leaver.me ? '退出这家企业？' : `把${leaver.name}移出企业？`}
          onConfirm={() => take(leaver)}
          onCancel={() => setLeaver(null)}
        >
          <p>
            {leaver.me
              ? '退出后您看不到这家企业的申报、关注和文件，会从一家空白的企业开始。您办过的事留在企业里。'
              : `${leaver.name}（${leaver.phone}）会立即在所有设备上退出登录，不再看到企业的任何内容。办过的事留在企业里。`}
          </p>
        </ConfirmDialog>
      )}
    </SectionFrame>
  )
}
