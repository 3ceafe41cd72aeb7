/** Query names with a meaning of their own. All are in the string that signature V1 signs, other names are not. */

/** They choose the operation. */
const CHOOSING = new Set(
  `acl append asyncFetch bucketInfo callback cname comp cors delete encryption endTime img inventory inventoryId
  lifecycle live location logging objectMeta partNumber policy position qos qosInfo referer replication
  replicationLocation replicationProgress requestPayment resourceGroup restore sequential startTime stat status
  style styleName symlink tagging udf uploadId uploads versionId versioning versions vod website worm wormExtend
  wormId x-oss-async-process x-oss-process`.split(/\s+/),
)

/** They go along with an operation. */
const GOING_ALONG = new Set([
  'callback-var',
  'continuation-token',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
  'security-token',
  'x-oss-request-payer',
  'x-oss-traffic-limit',
])

export function choosesOperation(name: string): boolean {
  return CHOOSING.has(name)
}

export function isSubResource(name: string): boolean {
  return CHOOSING.has(name) || GOING_ALONG.has(name)
}
