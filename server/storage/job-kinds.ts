/** Jobs of the storage, by their names in the database. */

export const RELEASE_UNUSED = 'release-unused'
export const REMOVE_OBJECTS = 'remove-objects'
export const CLOSE_UPLOAD = 'close-upload'
export const SCAN_OBJECT = 'scan-object'
