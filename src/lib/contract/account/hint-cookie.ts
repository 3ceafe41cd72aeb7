/**
 * The readable cookie that says only that somebody is logged in; pages decide by it what to load. In a file of its own,
 * because every page's script reads it and must not bring the schemas along.
 */
export const HINT_COOKIE = 'logged_in'
