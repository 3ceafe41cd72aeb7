import './field-problem.css'

export function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <span id={id} className="problem form-problem">
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d="M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM8 4.5V9m0 2.2v.3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
      {text}
    </span>
  )
}
