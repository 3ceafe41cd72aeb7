import { useId } from 'react'
import {
  checkProfileField,
  type ProfileField as Name,
  typeProfile,
} from '../../lib/stores/company/profile.ts'

interface FieldLook {
  label: string
  help?: string
  maxLength: number
  autoComplete: string
  inputMode?: 'tel'
}

const LOOKS: Readonly<Record<Name, FieldLook>> = {
  name: { label: '企业名称', help: '与营业执照一致', maxLength: 100, autoComplete: 'organization' },
  credit_code: {
    label: '统一社会信用代码',
    help: '营业执照上的 18 位代码',
    maxLength: 60,
    autoComplete: 'off',
  },
  legal_person: { label: '法定代表人', maxLength: 50, autoComplete: 'off' },
  contact: { label: '联系人', help: '申报时填入，主管部门可能与其联系', maxLength: 50, autoComplete: 'name' },
  phone: { label: '联系电话', help: '手机号', maxLength: 20, autoComplete: 'tel', inputMode: 'tel' },
  address: { label: '地址', maxLength: 200, autoComplete: 'street-address' },
}

interface Props {
  name: Name
  value: string
  problem: string | undefined
  /** Somebody has changed it elsewhere, too. */
  isMoved: boolean
}

/** One line of text with what is wrong with it. */
export function ProfileField({ name, value, problem, isMoved }: Props) {
  const id = useId()
  const { label, help, ...look } = LOOKS[name]
  return (
    <p className={`profile-field profile-${name}`}>
      <label htmlFor={id}>
        {label}
        {name === 'name' && <span className="profile-needed">必填</span>}
      </label>
      <input
        {...look}
        id={id}
        className="field"
        value={value}
        spellCheck={false}
        aria-required={name === 'name'}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-help ${id}-problem`}
        onChange={(event) => typeProfile(name, event.target.value)}
        onBlur={() => checkProfileField(name)}
      />
      <span id={`${id}-help`} className="profile-help">
        {isMoved ? '这一项刚在别处改过，保存后以这里填写的为准。' : help}
      </span>
      <span id={`${id}-problem`} className="profile-problem" role="status">
        {problem}
      </span>
    </p>
  )
}
