import { useId } from 'react'

interface Props {
  label: string
  help: string
  isOn: boolean
  isLocked?: boolean
  onChange: (isOn: boolean) => void
}

/** On or off, with what it means. */
export function Switch({ label, help, isOn, isLocked = false, onChange }: Props) {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-help`} className="company-soft">
        {help}
      </p>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isLocked}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
