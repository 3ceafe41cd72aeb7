/** Key code of a keystroke that an input method handles; some browsers give no other sign. */
const COMPOSING_KEY = 229

/** Whether an input method handles this keystroke: then the page ignores Enter and Escape. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === COMPOSING_KEY
}
