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

/** A button that does not ask for attention. */
export function Quiet(props: ButtonProps) {
  return <Button type="link" size="small" {...props} />
}

/** What is missing, or what it comes to, and the ways out. */
export function FormEnd({
  problem,
  note,
  onCancel,
}: {
  problem: string | null
  note?: ReactNode
  onCancel: () => void
}) {
  return (
    <div className="rule-fields rule-end">
      <span role="status" className={problem === null ? 'rule-note' : 'rule-problem'}>
        {problem ?? note}
      </span>
      <Button onClick={onCancel}>取消</Button>
      <Button type="primary" htmlType="submit" disabled={problem !== null}>
        确定
      </Button>
    </div>
  )
}
