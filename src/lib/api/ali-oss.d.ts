/** Types for the part of ali-oss that the portal uses; the package has none. */
declare module 'ali-oss' {
  interface Result {
    res: { status: number; headers: Record<string, string | undefined> }
  }

  interface Options {
    accessKeyId: string
    accessKeySecret: string
    stsToken: string
    refreshSTSTokenInterval: number
    region: string
    bucket: string
    endpoint: string
    sldEnable: boolean
    authorizationV4: boolean
  }

  interface ListedPart {
    PartNumber: string
    ETag: string
    Size: string
    HashCrc64ecma?: string
  }

  export default class OSS {
    constructor(options: Options)
    options: Options & { amendTimeSkewed: number }
    initMultipartUpload(
      name: string,
      options: { mime?: string; headers: Record<string, string> },
    ): Promise<Result & { uploadId: string }>
    listParts(
      name: string,
      uploadId: string,
      query: Record<string, string | number>,
    ): Promise<{
      /** A single part arrives without an array. */
      parts: ListedPart[] | ListedPart
      isTruncated: string
      nextPartNumberMarker: string
    }>
    completeMultipartUpload(
      name: string,
      uploadId: string,
      parts: { number: number; etag: string }[],
      options: { headers: Record<string, string> },
    ): Promise<Result>
    head(name: string): Promise<Result>
    authorizationV4(
      method: string,
      request: { headers: Record<string, string>; queries: Record<string, string | number> },
      bucket: string,
      name: string,
    ): string
    _getReqUrl(request: { bucket: string; object: string; subres: Record<string, string | number> }): string
  }
}
