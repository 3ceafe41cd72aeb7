import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { $form, $formProblems, typedIn, typeText } from '../../../lib/stores/forms/form.ts'
import { FieldProblem } from './FieldProblem.tsx'

interface Props {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  echo?: ReactNode
  /** Called with the choice, where more than the text depends on it. */
  onChoose?: (value: string) => void
}

/** One of a few. */
export function SelectField({
  name,
  label,
  options,
  echo,
  onChoose = (value) => typeText(name, value),
}: Props) {
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
      {echo && <span className="form-echo">{echo}</span>}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </p>
  )
}
