import { atom, onMount } from 'nanostores'
import { isOnline, onLineChanged } from '../../browser/is-online.ts'

export const $isOnline = atom(true)

onMount($isOnline, () => {
  const look = () => $isOnline.set(isOnline())
  look()
  return onLineChanged(look)
})
