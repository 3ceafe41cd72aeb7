import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { PROFILE_FACTS } from '../../lib/contract/account/company-profile.ts'
import { answerWords } from '../../lib/rules/eligibility/condition-words.ts'
import { questionTitle } from '../../lib/rules/eligibility/facts.ts'
import { creditCodeHint } from '../../lib/rules/text/credit-code.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import {
  $profileEdits,
  $profileProblems,
  $profileSaving,
  checkProfileField,
  dropProfileEdits,
  factsIn,
  keptProfile,
  movedFields,
  type ProfileField as Name,
  PROFILE_FIELDS,
  type Profile,
  saveProfile,
  shownValues,
  toAnswer,
  toFact,
  typeProfile,
} from '../../lib/stores/company/profile.ts'
import { $sessionCheck } from '../../lib/stores/session-check.ts'
import { QuestionField } from '../parts/question/QuestionField.tsx'
import { SizeNote } from '../parts/question/SizeNote.tsx'
import './profile.css'

export function ProfileForm({ profile }: { profile: Profile }) {
  const edits = useStore($profileEdits)
  const problems = useStore($profileProblems)
  const form = useRef<HTMLFormElement>(null)
  const values = shownValues(profile, edits)
  const moved = movedFields(profile, edits)

  function focusFirstProblem(): boolean {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong=true] input')
    wrong?.focus()
    return Boolean(wrong)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // A half-typed number would be saved as no answer.
    if (focusFirstProblem()) return
    await saveProfile()
  }

  const failed = Object.keys(problems).length > 0
  const wasFailed = useRef(false)
  useEffect(() => {
    if (failed && !wasFailed.current && !form.current?.contains(document.activeElement)) focusFirstProblem()
    wasFailed.current = failed
  })

  return (
    <form ref={form} className="profile" noValidate onSubmit={submit} aria-label="企业档案">
      <div className="profile-own">
        {PROFILE_FIELDS.map((name) => (
          <ProfileField
            key={name}
            name={name}
            value={String(values[name])}
            problem={problems[name]}
            isMoved={moved.includes(name)}
          />
        ))}
      </div>
      <h3>与匹配问卷共用的回答</h3>
      <p className="soft">
        以下 {PROFILE_FACTS.length} 项与<a href="/match">一键匹配</a>
        共用同一份回答，任一处修改，另一处同步更新。
      </p>
      <div className="profile-facts">
        {PROFILE_FACTS.map((fact) => (
          <div key={fact} className="profile-fact" data-wrong={problems[fact] !== undefined}>
            <QuestionField
              fact={fact}
              value={toFact(values[fact])}
              onChange={(value) => typeProfile(fact, toAnswer(value))}
              problem={
                problems[fact] === undefined ? undefined : { severity: 'error', message: problems[fact] }
              }
            />
            {moved.includes(fact) && <p className="soft">此项刚在别处修改过，保存后以本页内容为准。</p>}
          </div>
        ))}
      </div>
      <SizeNote facts={factsIn(values)} />
      <SaveBar changed={Object.keys(edits).length} />
    </form>
  )
}

function SaveBar({ changed }: { changed: number }) {
  const saving = useStore($profileSaving)
  const isSaving = saving.status === 'saving'
  const isChanged = changed > 0
  return (
    <div className="wrap profile-bar" data-changed={isChanged}>
      <p
        role={saving.status === 'failed' ? 'alert' : 'status'}
        className={`profile-said profile-${saving.status}`}
      >
        {saving.status === 'failed' && saving.text}
        {saving.status === 'saved' && !isChanged && '已保存。匹配结果会按新的资料更新。'}
        {saving.status !== 'failed' && isChanged && `有 ${changed} 处修改未保存`}
      </p>
      {isChanged && (
        <button type="button" className="button" disabled={isSaving} onClick={dropProfileEdits}>
          放弃修改
        </button>
      )}
      <button type="submit" className="button button-primary" aria-busy={isSaving} aria-disabled={!isChanged}>
        {isSaving ? '正在保存…' : '保存'}
      </button>
    </div>
  )
}

/** Offline replacement of the form: shows that typed text is not lost. */
export function KeptProfile() {
  const { status } = useStore($sessionCheck, { ssr: 'initial' })
  const typed = status === 'failed' || status === 'slow' ? keptProfile() : {}
  const own = PROFILE_FIELDS.map((name) => [LOOKS[name].label, typed[name]])
  const facts = PROFILE_FACTS.map((fact) => [
    questionTitle(fact, chinaDay(new Date())),
    typed[fact] == null ? typed[fact] : answerWords(fact, toFact(typed[fact])),
  ])
  const shown = [...own, ...facts].filter(([, text]) => text !== undefined)
  if (shown.length === 0) return null
  return (
    <section className="company-section" aria-label="尚未提交的企业档案">
      <p role="status">
        <b className="mark">未提交</b>{' '}
        企业档案的下列修改已保留在本页，网络恢复后可继续填写和保存，请勿关闭本页。
      </p>
      <dl>
        {shown.map(([title, text]) => (
          <div key={String(title)}>
            <dt>{title}</dt>
            <dd>{text === null || text === '' ? '（空）' : String(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface FieldLook {
  label: string
  help?: string
  maxLength: number
  autoComplete: string
  inputMode?: 'tel'
}

const LOOKS: Readonly<Record<Name, FieldLook>> = {
  name: { label: '企业名称', help: '与营业执照一致', maxLength: 100, autoComplete: 'organization' },
  credit_code: {
    label: '统一社会信用代码',
    help: '营业执照上的 18 位代码',
    maxLength: 60,
    autoComplete: 'off',
  },
  legal_person: { label: '法定代表人', maxLength: 50, autoComplete: 'off' },
  contact: { label: '联系人', help: '申报时填入，主管部门可能与其联系', maxLength: 50, autoComplete: 'name' },
  phone: { label: '联系电话', help: '手机号', maxLength: 20, autoComplete: 'tel', inputMode: 'tel' },
  address: { label: '地址', maxLength: 200, autoComplete: 'street-address' },
}

interface ProfileFieldProps {
  name: Name
  value: string
  problem: string | undefined
  isMoved: boolean
}

function ProfileField({ name, value, problem, isMoved }: ProfileFieldProps) {
  const id = useId()
  const { label, help, ...look } = LOOKS[name]
  return (
    <p className={`form-field profile-${name}`}>
      <label htmlFor={id}>
        {label}
        {name === 'name' && <span className="soft profile-needed">必填</span>}
      </label>
      <input
        {...look}
        id={id}
        className="field"
        value={value}
        spellCheck={false}
        aria-required={name === 'name'}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-help ${id}-problem`}
        onChange={(event) => typeProfile(name, event.target.value)}
        onBlur={() => checkProfileField(name)}
      />
      <span id={`${id}-help`} className="soft profile-help">
        {isMoved ? '此项刚在别处修改过，保存后以本页内容为准。' : help}
      </span>
      <span id={`${id}-problem`} className={problem ? 'problem' : 'profile-hint'} role="status">
        {problem ?? (name === 'credit_code' && creditCodeHint(value))}
      </span>
    </p>
  )
}
