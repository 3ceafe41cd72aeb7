import { useStore } from '@nanostores/react'
import { Fragment, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { creditCodeHint, normaliseCreditCode } from '../../../lib/rules/text/credit-code.ts'
import { normalizePhone } from '../../../lib/rules/text/phone.ts'
import { withoutTurning } from '../../../lib/rules/text/typed-text.ts'
import {
  $agreed,
  $form,
  $formProblems,
  agree,
  saveFormNow,
  typedIn,
  typeText,
} from '../../../lib/stores/forms/form.ts'
import { FieldProblem } from './FieldProblem.tsx'

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type' | 'disabled'
>

interface TextFieldProps extends InputProps {
  name: string
  label: string
  hint?: ReactNode
  rows?: number
  echo?: ReactNode
  tidy?: (text: string) => string
}

export function TextField({ name, label, hint, rows = 1, echo, tidy, ...input }: TextFieldProps) {
  const id = useId()
  const text = typedIn(useStore($form, { ssr: 'initial' })).texts[name] ?? ''
  const problem = useStore($formProblems, { ssr: 'initial' })[name]
  const field = {
    ...input,
    id,
    name,
    className: 'field',
    value: text,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby':
      [problem && `${id}-problem`, echo && `${id}-echo`].filter(Boolean).join(' ') || undefined,
    onChange: ({ target }: { target: { value: string } }) => typeText(name, target.value),
    onBlur: () => {
      const tidied = (tidy ?? withoutTurning)(text)
      if (tidied !== text) typeText(name, tidied)
      saveFormNow()
    },
  } as const
  return (
    <p className="form-field">
      <label htmlFor={id}>
        {label}
        {hint && <small>{hint}</small>}
      </label>
      {rows > 1 ? <textarea {...field} rows={rows} /> : <input {...field} />}
      {echo && (
        <span id={`${id}-echo`} className="soft form-echo figures" aria-live="polite">
          {echo}
        </span>
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </p>
  )
}

interface SelectFieldProps {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  echo?: ReactNode
  onChoose?: (value: string) => void
}

export function SelectField({
  name,
  label,
  options,
  echo,
  onChoose = (value) => typeText(name, value),
}: SelectFieldProps) {
  const id = useId()
  const value = typedIn(useStore($form, { ssr: 'initial' })).texts[name] ?? ''
  const problem = useStore($formProblems, { ssr: 'initial' })[name]
  return (
    <p className="form-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        className="field"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">请选择</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {echo && <span className="soft form-echo">{echo}</span>}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </p>
  )
}

export function Consent({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  const isAgreed = useStore($agreed, { ssr: 'initial' }).includes(name)
  const problem = useStore($formProblems, { ssr: 'initial' })[name]
  return (
    <div className="form-consent">
      <label>
        <input
          type="checkbox"
          checked={isAgreed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ target }) => agree(name, target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  )
}

export function CreditCodeField() {
  const { credit_code: code = '' } = typedIn(useStore($form, { ssr: 'initial' })).texts
  const odd = creditCodeHint(code)
  return (
    <TextField
      name="credit_code"
      label="统一社会信用代码"
      hint="营业执照上的 18 位代码"
      maxLength={40}
      autoComplete="off"
      tidy={normaliseCreditCode}
      echo={odd && `${odd}；确认无误可以继续`}
    />
  )
}

export function ContactFields({ note }: { note?: string }) {
  return (
    <div className="form-pair">
      <TextField name="contact" label="联系人" hint={note} maxLength={50} autoComplete="name" />
      <TextField
        name="phone"
        label="联系电话"
        hint={note ?? '手机号'}
        type="tel"
        inputMode="tel"
        maxLength={30}
        autoComplete="tel"
        tidy={normalizePhone}
      />
    </div>
  )
}

/** The fields of a form or step in their order: the table covers all names, so that none is forgotten. */
export function InOrder({ places }: { places: Readonly<Record<string, ReactNode>> }) {
  return Object.entries(places).map(([name, place]) => <Fragment key={name}>{place}</Fragment>)
}
