import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { codeWhileTyping, phoneWhileTyping } from '../../lib/rules/text/phone.ts'
import { $loginPhone } from '../../lib/stores/log-in-first.ts'
import {
  $login,
  $loginNotice,
  $resendAt,
  enter,
  explainOpening,
  requestCode,
  secondsLeft,
} from '../../lib/stores/login.ts'
import { UPDATE_USER } from '../../lib/stores/session.ts'
import { Icon } from '../kit/Icon.tsx'
import { openLayer } from '../kit/layers.ts'
import { openModal } from '../kit/modals.ts'
import { showToast } from '../kit/toast.ts'
import './login.css'

/** 验证手机: 400×380 from 480 px of width up (behaviour B3.1). Esc and the close icon hide it; focus returns. */
export function LoginOverlay() {
  const dialog = useRef<HTMLDialogElement>(null)
  const phoneField = useRef<HTMLInputElement>(null)
  const { status } = useStore($login)
  const notice = useStore($loginNotice)
  const phone = useStore($loginPhone)
  const [captcha, setCaptcha] = useState('')
  const [consented, setConsented] = useState(false)

  // A layout effect, because the dialog must close while it is in the page: only then the browser restores the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element) openModal(element)
    const leave = openLayer(() => element?.close())
    explainOpening()
    phoneField.current?.focus()
    return () => {
      leave()
      element?.close()
      if (!document.activeElement?.checkVisibility()) focusFirstVisible('.account-button', '#KF')
    }
  }, [])

  function hide() {
    $loginNotice.set(null)
    UPDATE_USER({ topShow: false })
  }

  async function submit() {
    if (!(await enter(phone.trim(), captcha.trim(), consented))) return
    $loginPhone.set('')
    showToast('登录成功')
  }

  const invalid = (field: string) => (notice?.field === field ? true : undefined)

  return (
    <dialog ref={dialog} className="login" aria-labelledby="login-title" onClose={hide}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="login-head">
          <h2 id="login-title">验证手机</h2>
          <p className="soft">用来保存您的回答和申报进度</p>
          <button type="button" className="icon login-close" aria-label="关闭" onClick={hide}>
            <Icon name="close" stroke={2} />
          </button>
        </div>
        <label htmlFor="login-phone">手机号</label>
        <input
          ref={phoneField}
          id="login-phone"
          className="field"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          value={phone}
          aria-invalid={invalid('phone')}
          aria-describedby="login-notice"
          onChange={(event) => $loginPhone.set(phoneWhileTyping(event.target.value))}
        />
        <label htmlFor="login-captcha">验证码</label>
        <div className="login-code">
          <input
            id="login-captcha"
            className="field"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={captcha}
            aria-invalid={invalid('captcha')}
            aria-describedby="login-notice"
            onChange={(event) => setCaptcha(codeWhileTyping(event.target.value))}
          />
          <CodeButton phone={phone.trim()} busy={status === 'sending'} />
        </div>
        <p id="login-notice" className={`login-notice login-notice-${notice?.tone ?? 'none'}`} role="alert">
          {notice?.text}
        </p>
        <label className="login-consent">
          <input
            type="checkbox"
            checked={consented}
            aria-invalid={invalid('consent')}
            onChange={(event) => setConsented(event.target.checked)}
          />
          <span>
            我已阅读并同意
            <a href="/agreement" target="_blank" rel="noopener">
              用户协议
            </a>
            和
            <a href="/privacy" target="_blank" rel="noopener">
              隐私政策
            </a>
          </span>
        </label>
        <button type="submit" className="button button-primary" aria-busy={status === 'entering'}>
          登录
        </button>
      </form>
    </dialog>
  )
}

/** After a login the opener is gone: the header shows another button instead. */
function focusFirstVisible(...selectors: string[]): void {
  const candidates = selectors.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
  candidates.find((element) => element.checkVisibility())?.focus()
}

interface CodeButtonProps {
  phone: string
  busy: boolean
}

/** 获取验证码, then the seconds until the next one is possible. Always enabled (behaviour B3.4). */
function CodeButton({ phone, busy }: CodeButtonProps) {
  const left = useCountdown(useStore($resendAt))
  return (
    <button
      type="button"
      className="button login-get-code"
      // A constant name, or a focused screen reader announces every second.
      aria-label="获取验证码"
      aria-busy={busy}
      onClick={() => requestCode(phone)}
    >
      {left > 0 ? `${left}s` : '获取验证码'}
    </button>
  )
}

function useCountdown(resendAt: number): number {
  const [left, setLeft] = useState(() => secondsLeft(resendAt, Date.now()))
  useEffect(() => {
    const update = () => setLeft(secondsLeft(resendAt, Date.now()))
    update()
    const timer = setInterval(() => {
      update()
      if (Date.now() >= resendAt) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [resendAt])
  return left
}
