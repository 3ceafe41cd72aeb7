import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { type Colleague, INVITATION_DAYS, type Invitation } from '../../lib/contract/account/colleague.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import {
  $join,
  $madeInvitation,
  $team,
  $teamSaid,
  forgetJoin,
  inviteColleague,
  join,
  leaveTeam,
  openTeam,
  removeFromTeam,
  revokeCode,
} from '../../lib/stores/company/people.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { showToast } from '../kit/toast.ts'
import { Said, SectionFrame } from './SectionFrame.tsx'
import './colleagues.css'

export function ColleagueSection() {
  const state = useStore($team)
  const said = useStore($teamSaid)
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
            <span className="wrap people-name">
              {person.name}
              {person.me && <span className="mark">我</span>}
            </span>
            <span className="soft">
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
      {said && <Said {...said} />}
      <div className="company-pair">
        <Invitations invitations={team.invitations} />
        <JoinForm />
      </div>
      {leaver && (
        <ConfirmDialog
          title={leaver.me ? '退出这家企业？' : `把${leaver.name}移出企业？`}
          onConfirm={() => take(leaver)}
          onCancel={() => setLeaver(null)}
        >
          <p>
            {leaver.me
              ? '退出后不能再查看这家企业的申报、关注和文件，您的账号将对应一家新的空白企业。您的办理记录保留在原企业。'
              : `${leaver.name}（${leaver.phone}）将立即在所有设备上退出登录，不能再查看企业的任何内容。其办理记录保留在企业。`}
          </p>
        </ConfirmDialog>
      )}
    </SectionFrame>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const made = useStore($madeInvitation)
  const [isBusy, setBusy] = useState(false)

  async function invite() {
    setBusy(true)
    await inviteColleague()
    setBusy(false)
  }

  return (
    <div>
      <h3>邀请同事</h3>
      <p className="soft">
        生成邀请码并发给同事。每个邀请码限一人使用一次，{INVITATION_DAYS}{' '}
        天内有效；同事登录后在本页“加入其他企业”中填写。
      </p>
      {/* It stays while valid: a code cannot be shown again. */}
      {made && invitations.some(({ id }) => id === made.invitation.id) && <MadeCode {...made} />}
      <p className="wrap company-acts">
        <button type="button" className="button" aria-busy={isBusy} disabled={isBusy} onClick={invite}>
          {made ? '再生成一个邀请码' : '生成邀请码'}
        </button>
      </p>
      {invitations.length > 0 && (
        <ul className="people" aria-label="有效的邀请码">
          {invitations.map(({ id, by, gmt_create, expires_at }) => (
            <li key={id}>
              <span className="wrap people-name">
                {by}
                {made?.invitation.id === id && <span className="mark">刚生成</span>}
              </span>
              <span className="soft">
                {formatMoment(gmt_create)} 生成 · {formatMoment(expires_at)} 前有效
              </span>
              <button type="button" className="button" onClick={() => revokeCode(id)}>
                作废<span className="visually-hidden">{formatMoment(gmt_create)} 生成的邀请码</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function MadeCode({ code, invitation }: { code: string; invitation: Invitation }) {
  const until = formatMoment(invitation.expires_at)
  const address = `${location.origin}/account#colleagues`
  const words = `邀请您加入我们的企业账户：打开 ${address} ，用手机号登录，在“加入其他企业”里填写邀请码 ${code} 。${until} 前有效，只能用一次。`

  async function copy(text: string, what: string) {
    if (await copyText(text)) showToast(`已复制${what}`)
    else showToast('复制失败，请选中后复制', 'error')
  }

  return (
    <section className="code" aria-label="新的邀请码" role="status">
      <p className="code-text">{code}</p>
      <p className="soft">{until} 前有效，只能用一次。离开本页后不再显示，请及时发给同事。</p>
      <div className="wrap code-acts">
        <button type="button" className="button" onClick={() => copy(words, '邀请文案')}>
          复制邀请文案
        </button>
        <button type="button" className="button" onClick={() => copy(code, '邀请码')}>
          只复制邀请码
        </button>
      </div>
      <p className="code-words">{words}</p>
    </section>
  )
}

/** 加入其他企业. The typed code stays until joining has succeeded. */
function JoinForm() {
  const id = useId()
  const state = useStore($join)
  const [code, setCode] = useState('')
  const isJoining = state.status === 'joining'
  const isJoined = state.status === 'joined'
  const said = useRef<HTMLParagraphElement>(null)
  // The page now shows the other company, so the focus moves.
  useEffect(() => {
    if (!isJoined) return
    setCode('')
    said.current?.focus()
  }, [isJoined])

  return (
    <div>
      <h3>加入其他企业</h3>
      <p className="soft">
        收到同事的邀请码后，请在此填写。每人只能属于一家企业，加入后显示该企业的内容。当前账号已有申报、文件、咨询或同事的，不能直接加入。
      </p>
      <form
        className="join"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          join(code)
        }}
      >
        <label htmlFor={id}>邀请码</label>
        <input
          id={id}
          className="field"
          value={code}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="例如 ABCDE-23456"
          aria-invalid={state.status === 'failed' || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => {
            setCode(event.target.value)
            forgetJoin()
          }}
        />
        <button type="submit" className="button" aria-busy={isJoining} disabled={isJoining}>
          {isJoining ? '正在加入…' : '加入'}
        </button>
        <p
          ref={said}
          id={`${id}-said`}
          className={isJoined ? 'company-saved' : 'problem'}
          role="status"
          tabIndex={-1}
        >
          {state.status === 'failed' && state.text}
          {state.status === 'joined' && `您已加入${state.companyName}。`}
        </p>
      </form>
      {state.status === 'asking' && (
        <ConfirmDialog title="确认加入？" onConfirm={() => join(code, true)} onCancel={forgetJoin}>
          <p>{state.text}。</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
