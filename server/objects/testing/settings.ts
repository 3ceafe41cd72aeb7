/** Settings of the tests' stores. */

export const CREDENTIALS = {
  accessKeyId: 'portal',
  accessKeySecret: 'secret of the portal itself',
  tokenSecret: 'a secret of the install, long enough for it',
}

export const BUCKET = 'documents'
