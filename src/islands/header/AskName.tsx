import { type FormEvent, useEffect, useRef, useState } from 'react'
import { nameCompany } from '../../lib/stores/login.ts'
import { $asksName } from '../../lib/stores/session.ts'
import { showToast } from '../kit/toast.ts'
import './ask-name.css'

/** Asks for the company's name once, after the first login. A click elsewhere leaves it for /account. */
export default function AskName() {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const waiting = new AbortController()
    // It would close another popover, so it waits until that is closed.
    const show = () => {
      if (document.querySelector('[popover="auto"]:popover-open')) return
      waiting.abort()
      form.current?.showPopover()
    }
    document.addEventListener('toggle', show, { capture: true, signal: waiting.signal })
    show()
    return () => waiting.abort()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    const fault = await nameCompany(name)
    if (fault) return setProblem(fault)
    showToast('企业名称已保存')
    form.current?.hidePopover()
  }

  return (
    <form
      ref={form}
      popover="auto"
      className="account-menu account-ask"
      aria-label="企业名称"
      noValidate
      onSubmit={save}
      onToggle={({ newState }) => newState === 'closed' && $asksName.set(false)}
    >
      <label htmlFor="account-ask">贵企业的名称</label>
      <input
        id="account-ask"
        className="field"
        autoComplete="organization"
        maxLength={100}
        value={name}
        aria-invalid={problem !== '' || undefined}
        aria-describedby="account-ask-note"
        onChange={(event) => setName(event.target.value)}
      />
      <p id="account-ask-note" role={problem ? 'alert' : undefined}>
        {problem || '与营业执照一致，申报时自动填入。'}
      </p>
      <div>
        <button type="submit" className="button button-primary">
          保存
        </button>
        <button type="button" className="button" onClick={() => form.current?.hidePopover()}>
          以后再填
        </button>
      </div>
    </form>
  )
}
