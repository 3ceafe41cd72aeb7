import { atom } from 'nanostores'

export const rule = atom(process.env.RULE)
