import { LOAN_STEPS } from '../../lib/forms/loan-form.ts'

/** Which step is shown; earlier steps are links. */
export function StepList({ current, onGo }: { current: number; onGo: (step: number) => void }) {
  return (
    <ol className="loan-steps" aria-label="步骤">
      {LOAN_STEPS.map((name, index) => {
        const step = index + 1
        const words = (
          <>
            <span className="loan-step-number" aria-hidden="true">
              {step < current ? '✓' : step}
            </span>
            {name}
          </>
        )
        return (
          <li key={name} aria-current={step === current ? 'step' : undefined} data-done={step < current}>
            {step < current ? (
              <button type="button" onClick={() => onGo(step)}>
                {words}
                <span className="visually-hidden">，已填写</span>
              </button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
