import { useEffect, useId, useRef } from 'react'
import type { FieldName, FieldProblems, TypedFields } from '../../../lib/contract/orders/draft.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import { MaterialList, type PaperDesk } from './MaterialList.tsx'

interface Props {
  fields: TypedFields
  problems: FieldProblems
  checks: number
  isLocked?: boolean
  notes?: Readonly<Record<string, string>>
  desk?: PaperDesk
  onChange: (change: Partial<TypedFields>) => void
}

export function OrderFields({
  fields,
  problems,
  checks,
  isLocked = false,
  notes = {},
  desk,
  onChange,
}: Props) {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (checks === 0) return
    const first = box.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [checks])

  const field = (name: Exclude<FieldName, 'materials'>) => ({
    id: `${id}-${name}`,
    className: 'field',
    value: fields[name],
    'aria-invalid': problems[name] !== undefined,
    'aria-describedby': problems[name] ? `${id}-${name}-problem` : undefined,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const problem = (name: FieldName) =>
    problems[name] && (
      <span id={`${id}-${name}-problem`} className="problem">
        {problems[name]}
      </span>
    )
  return (
    <fieldset ref={box} className="order-fields" disabled={isLocked}>
      <legend className="visually-hidden">申报内容</legend>
      <div className="form-pair">
        <p className="form-field">
          <label htmlFor={`${id}-contact`}>联系人</label>
          <input {...field('contact')} autoComplete="name" maxLength={50} />
          {problem('contact')}
        </p>
        <p className="form-field">
          <label htmlFor={`${id}-phone`}>联系电话</label>
          <input {...field('phone')} type="tel" inputMode="numeric" autoComplete="tel" maxLength={20} />
          {problem('phone')}
        </p>
      </div>
      {fields.materials.length > 0 && (
        <MaterialList
          materials={fields.materials}
          notes={notes}
          desk={desk}
          onChange={(materials) => onChange({ materials })}
        />
      )}
      <p className="form-field">
        <label htmlFor={`${id}-amount`}>
          申报金额（元）<small>没有金额可不填</small>
        </label>
        <input
          {...field('amount')}
          autoComplete="off"
          maxLength={30}
          placeholder="如 50000 或 5万"
          onBlur={() => onChange({ amount: readTypedNumber(fields.amount) ?? fields.amount })}
        />
        {problem('amount')}
      </p>
      <p className="form-field">
        <label htmlFor={`${id}-summary`}>
          申报说明<small>选填，说明项目情况或需要协助的地方</small>
        </label>
        <textarea {...field('summary')} rows={4} maxLength={2000} />
        {problem('summary')}
      </p>
    </fieldset>
  )
}
