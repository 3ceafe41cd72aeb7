import { show } from '../lib/stores/store.ts'

export const Screen = () => show()
