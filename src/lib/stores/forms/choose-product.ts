/** Another loan product may be another lender's: what was consented to was not said of that one. */
import { agree } from './form.ts'
import { typeText } from './save.ts'

export function chooseProduct(id: string): void {
  typeText('product_id', id)
  agree('agree_pass', false)
}
