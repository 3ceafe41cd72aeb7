import { useStore } from '@nanostores/react'
import { type ReactNode, useId } from 'react'
import { $agreed, $formProblems, agree } from '../../../lib/stores/forms/form.ts'
import { FieldProblem } from './FieldProblem.tsx'

/** Something to consent to: never ticked beforehand. */
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
