import { changeOperatorName } from '../contract/operator/name.ts'
import { ask } from './ask.ts'

/** One's own; as it is kept. */
export async function storeOperatorName(name: string): Promise<string> {
  const { data } = await ask(changeOperatorName, { body: { name } })
  return data.name
}
