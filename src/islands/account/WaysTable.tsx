import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import {
  MAIL_REFUSALS_MAX,
  NEWS_KINDS,
  NEWS_WORDS,
  SMS_HOURS,
  SMS_NOTICES_DAILY,
  type ToldWays,
  WAY_WORDS,
  WAYS,
  type Way,
} from '../../lib/contract/account/ways.ts'
import { codeWhileTyping } from '../../lib/rules/text/phone.ts'
import {
  $reminders,
  $stopToken,
  $waysSaid,
  finishWeChatBinding,
  goToWeChatBinding,
  openReminders,
  removeMail,
  sendMailCode,
  stopAllMails,
  switchWay,
  unbindWeChatAccount,
  verifyMail,
} from '../../lib/stores/company/reminders.ts'
import { Said, SectionPart } from './SectionFrame.tsx'

export function WaysTable() {
  const state = useStore($reminders)
  const said = useStore($waysSaid)
  useEffect(() => {
    finishWeChatBinding()
  }, [])
  return (
    <div className="ways">
      <SectionPart
        title="通知方式"
        lead="所有通知都会出现在页面顶部的“消息”里；下面只对您本人有效，可以另选短信、邮件或微信。选择后自动保存。"
        state={state}
        onRetry={openReminders}
      >
        {({ data: told }) => (
          <>
            <Switches told={told} />
            <Said {...said} />
            <dl className="ways-places">
              <dt>短信</dt>
              <dd>{smsWords(told.ways.sms)}</dd>
              <dt>邮件</dt>
              <dd>
                <MailPlace mail={told.ways.mail} />
              </dd>
              <dt>微信</dt>
              <dd>
                <WeChatPlace wechat={told.ways.wechat} />
              </dd>
            </dl>
          </>
        )}
      </SectionPart>
    </div>
  )
}

type WayState = ToldWays['ways'][Way]

function Switches({ told: { on, ways } }: { told: ToldWays }) {
  const isOn = (kind: string, way: Way) => on.some((each) => each.kind === kind && each.way === way)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">消息种类</th>
          {WAYS.map((way) => (
            <th key={way} scope="col">
              {WAY_WORDS[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NEWS_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{NEWS_WORDS[kind]}</th>
            {WAYS.map((way) => {
              const { kinds, verified } = ways[way]
              const isChosen = isOn(kind, way)
              return (
                <td key={way}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${NEWS_WORDS[kind]}，${WAY_WORDS[way]}`}
                      checked={isChosen}
                      disabled={!isChosen && !(verified && kinds.includes(kind))}
                      onChange={(event) => switchWay(kind, way, event.target.checked)}
                    />
                  </label>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function smsWords({ kinds, to }: WayState): string {
  if (kinds.length === 0) return '本站暂未开通短信提醒。'
  const only =
    kinds.length < NEWS_KINDS.length ? `可用于${kinds.map((kind) => NEWS_WORDS[kind]).join('、')}。` : ''
  return `发送到 ${to}，${SMS_HOURS.from} 点到 ${SMS_HOURS.to} 点之间，每天最多 ${SMS_NOTICES_DAILY} 条。${only}`
}

function MailPlace({ mail }: { mail: WayState }) {
  const [isEditing, setEditing] = useState(false)
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function act(work: () => Promise<boolean>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    if (await work()) setEditing(false)
    setBusy(false)
  }

  if (mail.to === null || isEditing) {
    return (
      <form
        className="wrap ways-form"
        onSubmit={(event) => {
          event.preventDefault()
          act(() => sendMailCode(address))
        }}
      >
        <input
          className="field"
          type="email"
          required
          autoComplete="email"
          aria-label="邮箱"
          placeholder="name@example.cn"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit" className="button" aria-busy={isBusy}>
          发送验证码
        </button>
        {isEditing && (
          <button type="button" className="button" onClick={() => setEditing(false)}>
            取消
          </button>
        )}
      </form>
    )
  }
  const { verified, refused } = mail
  return (
    <>
      <p>
        {mail.to}
        {!verified && refused === null && '（未验证，暂不发送）'}
      </p>
      {refused !== null && (
        <p className="problem">
          {verified
            ? `上一封通知邮件被对方的邮件服务器退回（${refused}）。连续退回 ${MAIL_REFUSALS_MAX} 封就停止发送，请核对邮箱。`
            : `对方的邮件服务器连续退回了 ${MAIL_REFUSALS_MAX} 封邮件（${refused}），已停止发送。请核对或更换邮箱。`}
        </p>
      )}
      {!verified && refused === null && (
        <form
          className="wrap ways-form"
          onSubmit={(event) => {
            event.preventDefault()
            act(() => verifyMail(code))
          }}
        >
          <input
            className="field"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            aria-label="邮件里的验证码"
            placeholder="6 位验证码"
            value={code}
            onChange={(event) => setCode(codeWhileTyping(event.target.value))}
          />
          <button type="submit" className="button" aria-busy={isBusy}>
            验证
          </button>
        </form>
      )}
      <p className="wrap ways-form">
        <button
          type="button"
          className="button"
          onClick={() => {
            setAddress(mail.to ?? '')
            setEditing(true)
          }}
        >
          {verified ? '更换邮箱' : '更换或重发'}
        </button>
        <button type="button" className="button" onClick={() => act(removeMail)}>
          删除邮箱
        </button>
      </p>
    </>
  )
}

/** WeChat asks for the consent itself, only in its own browser. */
function WeChatPlace({ wechat }: { wechat: WayState }) {
  const [isIn] = useState(() => navigator.userAgent.includes('MicroMessenger'))
  if (wechat.kinds.length === 0) return <p>本站暂未开通微信通知。</p>
  return (
    <>
      {wechat.refused !== null && <p className="problem">微信没有送达，已停止发送。</p>}
      {wechat.verified && (
        <p className="wrap ways-form">
          <span>{wechat.to}</span>
          <button type="button" className="button" onClick={unbindWeChatAccount}>
            解除绑定
          </button>
        </p>
      )}
      {(!wechat.verified || wechat.refused !== null) &&
        (isIn ? (
          <button type="button" className="button" onClick={goToWeChatBinding}>
            绑定这个微信
          </button>
        ) : (
          <p>请先关注本站的公众号，再在手机微信里打开本页绑定。</p>
        ))}
    </>
  )
}

/** The link of a mail asks once, with or without a login: programs follow links as well. */
export function StopMails() {
  const token = useStore($stopToken)
  const [result, setResult] = useState<{ failed: boolean; text: string } | null>(null)
  useEffect(() => {
    $stopToken.set(new URL(location.href).searchParams.get('stop'))
  }, [])
  if (token === null) return null
  async function stop(): Promise<void> {
    if (token === null) return
    const problem = await stopAllMails(token)
    if (problem === undefined) history.replaceState(null, '', '/account#reminders')
    setResult({ failed: problem !== undefined, text: problem ?? '已停止，不会再收到这类邮件。' })
  }
  return (
    <section className="wrap company-note" aria-label="退订邮件">
      <p role="status">{result?.text ?? '不再接收本站的通知邮件？消息仍在本站的“消息”里。'}</p>
      {(result === null || result.failed) && (
        <button type="button" className="button" onClick={stop}>
          停止发送邮件
        </button>
      )}
    </section>
  )
}
