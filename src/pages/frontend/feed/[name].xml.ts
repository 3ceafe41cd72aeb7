import type { APIRoute, GetStaticPaths } from 'astro'
import { FEEDS, type FeedName, siteOrigin, writeFeed } from '../../../lib/content/feeds/feeds.ts'

export const getStaticPaths = (() =>
  (Object.keys(FEEDS) as FeedName[]).map((name) => ({
    params: { name },
    props: { name },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<{ name: FeedName }> = async ({ props: { name } }) =>
  new Response(await writeFeed(name, siteOrigin()), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
