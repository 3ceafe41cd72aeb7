import { useStore } from '@nanostores/react'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { $form, $formProblems, saveFormNow, typedIn, typeText } from '../../../lib/stores/forms/form.ts'
import { FieldProblem } from './FieldProblem.tsx'

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type' | 'disabled'
>

interface Props extends InputProps {
  name: string
  label: string
  /** What to write, beside the label. */
  hint?: ReactNode
  /** Lines; one: an input. */
  rows?: number
  /** What was understood, below the field. */
  echo?: ReactNode
  /** How the text is written down once the person has left the field. */
  tidy?: (text: string) => string
}

/** One text of the form with its label, and what is wrong with it. */
export function TextField({ name, label, hint, rows = 1, echo, tidy, ...input }: Props) {
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
      const tidied = tidy?.(text) ?? text
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
        <span id={`${id}-echo`} className="form-echo figures">
          {echo}
        </span>
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </p>
  )
}
