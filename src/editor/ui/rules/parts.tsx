/** What the forms of rules are made of. */
import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useId } from 'react'

/** A field with its name before it. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="rule-labelled">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

/** A button that does not ask for attention; it begins where the text above it begins. */
export function Quiet(props: ButtonProps) {
  return <Button type="text" size="small" className="rule-quiet" {...props} />
}
