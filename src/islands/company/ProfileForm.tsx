import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef } from 'react'
import { PROFILE_FACTS } from '../../lib/contract/account/company-profile.ts'
import {
  $profileEdits,
  $profileProblems,
  movedFields,
  PROFILE_FIELDS,
  type Profile,
  saveProfile,
  shownValues,
  typeProfile,
} from '../../lib/stores/company/profile.ts'
import { toAnswer, toFact } from '../../lib/stores/company/profile-problems.ts'
import { QuestionField } from '../kit/question/QuestionField.tsx'
import { ProfileField } from './ProfileField.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SizeLine } from './SizeLine.tsx'
import './profile.css'

/** What a company says of itself: its own fields, and the answers that it shares with the questionnaire. */
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
    // A number that is half typed is no answer yet, and would be saved as none.
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
      <p className="company-soft">
        下面 {PROFILE_FACTS.length} 项和<a href="/match">一键匹配</a>
        里的是同一份回答：在这里改，匹配结果跟着变；在问卷里改，这里也会变。
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
            {moved.includes(fact) && (
              <p className="profile-moved">这一项刚在别处改过，保存后以这里填写的为准。</p>
            )}
          </div>
        ))}
      </div>
      <SizeLine sizes={profile.sizes} isOld={Object.keys(edits).length > 0} />
      <SaveBar changed={Object.keys(edits).length} />
    </form>
  )
}
