import { normaliseCreditCode } from '../../../lib/rules/text/credit-code.ts'
import { TextField } from './TextField.tsx'

export function CreditCodeField() {
  return (
    <TextField
      name="credit_code"
      label="统一社会信用代码"
      hint="营业执照上的 18 位代码"
      maxLength={40}
      autoComplete="off"
      tidy={normaliseCreditCode}
    />
  )
}
