/** The static files of the search. */
import { type FetchError, ofetch } from 'ofetch'
import {
  resultPath,
  SEARCH_PATH,
  type SearchFile,
  type SearchResult,
  searchFile,
  searchResult,
  shardPath,
  textPath,
  textPiece,
} from '../contract/policies/search-files.ts'
import { readShard, type Shard } from '../rules/search/postings.ts'
import { ContractError, HttpError, NetworkError } from './errors.ts'
import { readStaticFile } from './static-file.ts'

/** @throws {ApiError} */
export function fetchSearchFile(): Promise<SearchFile> {
  return readStaticFile(SEARCH_PATH, searchFile)
}

/** @throws {ApiError} */
export function fetchSearchResult(version: string, document: number): Promise<SearchResult> {
  return readStaticFile(resultPath(version, document), searchResult)
}

/** @throws {ApiError} */
export function fetchTextPiece(version: string, document: number, piece: number): Promise<string> {
  return readStaticFile(textPath(version, document, piece), textPiece)
}

/** @throws {ApiError} */
export async function fetchShard(version: string, shard: number): Promise<Shard> {
  const path = shardPath(version, shard)
  const bytes = await ofetch(path, { retry: 0, responseType: 'arrayBuffer' }).catch((cause: FetchError) => {
    throw cause.status ? new HttpError(cause.status, { cause }) : new NetworkError(path, { cause })
  })
  try {
    return readShard(new Uint8Array(bytes))
  } catch (cause) {
    throw new ContractError(path, { cause })
  }
}
