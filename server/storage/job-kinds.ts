/** Jobs of the storage, by their names in the database. */

export const REMOVE_OBJECT = 'remove-object'
export const CLOSE_UPLOAD = 'close-upload'
