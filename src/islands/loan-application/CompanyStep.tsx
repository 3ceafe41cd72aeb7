import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { isUnregistered, type LoanTextOf } from '../../lib/forms/loan-form.ts'
import { $form, clearProblems, typedIn, typeText } from '../../lib/stores/forms/form.ts'
import { ContactFields, CreditCodeField, InOrder, TextField } from '../parts/form/fields.tsx'

/** 企业信息: who borrows. Founders go on without a credit code. */
export function CompanyStep() {
  const isFounder = isUnregistered(typedIn(useStore($form, { ssr: 'initial' })))
  const places: Record<LoanTextOf<2>, ReactNode> = {
    company_name: (
      <TextField
        name="company_name"
        label="企业名称"
        hint={isFounder ? '拟用的名称' : '与营业执照一致'}
        maxLength={100}
        autoComplete="organization"
      />
    ),
    credit_code: (
      <>
        {!isFounder && <CreditCodeField />}
        <label className="form-check">
          <input
            type="checkbox"
            name="unregistered"
            value="yes"
            checked={isFounder}
            onChange={({ target }) => {
              clearProblems(['credit_code'])
              typeText('unregistered', target.checked ? 'yes' : '')
            }}
          />
          <span>
            尚未注册<small>创业者可以先申请，注册后再补信用代码</small>
          </span>
        </label>
      </>
    ),
    legal_person: (
      <TextField
        name="legal_person"
        label={isFounder ? '创业者姓名' : '法定代表人'}
        maxLength={50}
        autoComplete="off"
      />
    ),
    contact: <ContactFields />,
    // Beside the contact.
    phone: null,
  }
  return <InOrder places={places} />
}
