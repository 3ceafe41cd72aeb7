import type { ReactNode } from 'react'
import {
  CASES_LIMIT,
  PERMITS_LIMIT,
  type ProviderField,
  SERVICES_LIMIT,
} from '../../lib/contract/orders/order-fields.ts'
import { LICENCE_SLOT, PERMIT_SLOT, PROVIDER_LABELS } from '../../lib/forms/provider-form.ts'
import { FileSlot } from '../parts/form/FileSlot.tsx'
import { ContactFields, CreditCodeField, InOrder, SelectField, TextField } from '../parts/form/fields.tsx'
import { RegionsField } from './RegionsField.tsx'

const PUBLIC = '会公开显示'

interface Props {
  categories: readonly { value: string; label: string }[]
}

/** What is filled in, in this order. */
export function ProviderFields({ categories }: Props) {
  const places: Record<ProviderField, ReactNode> = {
    category_id: <SelectField name="category_id" label={PROVIDER_LABELS.category_id} options={categories} />,
    company_name: (
      <div className="form-pair">
        <TextField
          name="company_name"
          label={PROVIDER_LABELS.company_name}
          hint="与营业执照一致"
          maxLength={100}
          autoComplete="organization"
        />
        <CreditCodeField />
      </div>
    ),
    // Beside the name.
    credit_code: null,
    licence: <FileSlot slot={LICENCE_SLOT} limit={1} />,
    permits: <FileSlot slot={PERMIT_SLOT} note="选填，从事需要许可的业务时请附上" limit={PERMITS_LIMIT} />,
    services: (
      <TextField
        name="services"
        label={PROVIDER_LABELS.services}
        hint={PUBLIC}
        rows={5}
        maxLength={SERVICES_LIMIT}
        placeholder="服务项目、收费方式、办理时限，一项一行"
      />
    ),
    regions: <RegionsField />,
    cases: (
      <TextField
        name="cases"
        label={PROVIDER_LABELS.cases}
        hint={`选填，${PUBLIC}，请隐去客户名称`}
        rows={4}
        maxLength={CASES_LIMIT}
      />
    ),
    contact: <ContactFields note={PUBLIC} />,
    // Beside the contact.
    phone: null,
  }
  return <InOrder places={places} />
}
