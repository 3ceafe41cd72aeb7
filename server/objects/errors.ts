const REFUSALS = {
  AccessDenied: [403, 'You have no right to access this object because of bucket acl.'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size.'],
  EntityTooSmall: [400, 'Your proposed upload smaller than the minimum allowed size.'],
  FileAlreadyExists: [409, 'The object you specified already exists and can not be overwritten.'],
  IncompleteBody: [400, 'The request body ended before it was complete.'],
  InsufficientStorage: [507, 'The disk of the store is full.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The OSS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'An argument of the request is not valid.'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 you specified was invalid.'],
  InvalidObjectName: [400, 'The specified object is not valid.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidSecurityToken: [403, 'The security token you provided is invalid.'],
  InvalidURI: [400, 'Could not parse the specified URI.'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our schema.'],
  MissingArgument: [400, 'Missing Some Required Arguments.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [404, 'The specified upload does not exist.'],
  NotImplemented: [501, 'The request implies functionality that is not implemented.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SecurityTokenExpired: [403, 'The security token you provided has expired.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type OssCode = keyof typeof REFUSALS

export interface RefusalExtras {
  message?: string
  /** More elements of the XML body, such as `ServerTime`. */
  details?: Record<string, string>
}

export class OssError extends Error {
  override readonly name = 'OssError'
  readonly status: number
  readonly code: OssCode
  readonly details: Record<string, string>

  constructor(code: OssCode, extras: RefusalExtras = {}) {
    super(extras.message ?? REFUSALS[code][1])
    this.status = REFUSALS[code][0]
    this.code = code
    this.details = extras.details ?? {}
  }
}

export function badArgument(name: string, value: string): OssError {
  return new OssError('InvalidArgument', {
    message: `The value of ${name} is not valid.`,
    details: { ArgumentName: name, ArgumentValue: value.slice(0, 200) },
  })
}
