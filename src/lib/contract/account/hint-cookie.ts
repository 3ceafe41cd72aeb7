/**
 * The readable cookie that says only that somebody is logged in; pages decide by it what to load. In a file of its own,
 * because every page's script reads it and must not bring the schemas along. The server sets it
 * (server/sessions/cookies.ts), on https with `__Host-` in front of its name; it is read before the first paint (layouts/Document.astro) and later by session-hint.ts.
 */
export const HINT_COOKIE = 'logged_in'
export const HINT_VALUE = '1'
