import { normalizePhone } from '../../../lib/rules/text/phone.ts'
import { TextField } from './TextField.tsx'

/** Whom to reach. */
export function ContactFields({ note }: { note?: string }) {
  return (
    <div className="form-pair">
      <TextField name="contact" label="联系人" hint={note} maxLength={50} autoComplete="name" />
      <TextField
        name="phone"
        label="联系电话"
        hint={note ?? '手机号'}
        type="tel"
        inputMode="tel"
        maxLength={30}
        autoComplete="tel"
        tidy={normalizePhone}
      />
    </div>
  )
}
