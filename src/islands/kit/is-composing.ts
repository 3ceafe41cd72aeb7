/** What a browser gives as the key of a keystroke that an input method works on; some tell it by nothing else. */
const COMPOSING_KEY = 229

/** Whether an input method has this keystroke: what it makes of Enter and Escape is its own. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === COMPOSING_KEY
}
