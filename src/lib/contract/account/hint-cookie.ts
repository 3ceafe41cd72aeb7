/**
 * The readable cookie that only shows that a person is logged in; pages decide by it what to load. It has a file of its own,
 * because every page's script reads it and must not import the schemas. The server sets it (server/sessions/cookies.ts), on
 * https with the prefix `__Host-`; layouts/Document.astro reads it before the first paint, session-hint.ts later.
 */
export const HINT_COOKIE = 'logged_in'
export const HINT_VALUE = '1'
