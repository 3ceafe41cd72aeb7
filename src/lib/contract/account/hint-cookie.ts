/** In a file of its own, because every page's script reads it and must not import the schemas. */
export const HINT_COOKIE = 'logged_in'
export const HINT_VALUE = '1'
