import { imagePath } from '@pinmark/shared/image-path'
import { narrowMedia } from '@pinmark/shared/narrow-media'
import { languages, type Language } from '@pinmark/words/languages'
import type { Wording } from '@pinmark/words/server'
import { escapeHtml } from '../base/escape-html'
import type { SignOnSettings } from '../config'
import type { SharedPage } from './shared-page.service'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

interface Address {
  wording: Wording
  /** Beginning of addresses, without a trailing slash. */
  origin: string
  path: string
}

/** Chat programs cut texts off after about this many characters. */
const descriptionLength = 200

/** Puts the project into the page's head: title and Open Graph. */
export function withSharedPage(
  html: string,
  page: SharedPage,
  { wording: { m }, origin, path }: Address,
): string {
  const description = shorten(page.description) || m.page_description()
  const { size } = page.unfurl
  const tags = [
    `<title>${escapeHtml(page.name)} · Pinmark</title>`,
    meta('name', 'description', description),
    meta('name', 'robots', 'noindex'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Pinmark'),
    meta('property', 'og:title', page.name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', origin + path),
    meta('property', 'og:image', `${origin}/images/${page.image}/${page.unfurl.rendition}`),
    meta('property', 'og:image:type', page.unfurl.contentType),
    ...(size
      ? [
          meta('property', 'og:image:width', String(size.width)),
          meta('property', 'og:image:height', String(size.height)),
        ]
      : []),
    meta('property', 'og:image:alt', page.name),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
  const bare = html.replace(/<title>[^<]*<\/title>\s*/i, '').replace(/<meta name="description"[^>]*>\s*/i, '')
  return intoHead(bare, tags)
}

/** Preloads the one picture that this screen shows first, as the first paint does. */
export function withDesignPreloads(html: string, { image, design }: SharedPage): string {
  const preload = (rendition: 'view' | 'narrow', media = '') =>
    `<link rel="preload" as="image" href="${imagePath(image, rendition)}"${media} fetchpriority="high">`
  if (!design.isNarrowToo) return intoHead(html, [preload('view')])
  return intoHead(html, [
    preload('narrow', ` media="${narrowMedia}"`),
    preload('view', ` media="not all and ${narrowMedia}"`),
  ])
}

/** Lets the browser fetch the page's modules in parallel with the first ones. They need `crossorigin`, as in
 *  the build; otherwise each would be fetched twice. */
export function withModules(html: string, files: { scripts: string[]; styles: string[] }): string {
  return intoHead(html, [
    ...files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`),
    ...files.styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${escapeHtml(file)}">`),
  ])
}

/** Says which language the page is in. */
export function withLanguage(html: string, language: Language): string {
  return html.replace(
    /<html lang="[^"]*" dir="[^"]*"/,
    `<html lang="${language}" dir="${languages[language].dir}"`,
  )
}

/** Applies the page's styles before its scripts request them. They come after those of the app, which define
 *  the order of the layers. */
export function withStyles(html: string, styles: string[]): string {
  const links = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${escapeHtml(file)}">`)
  return html.replace('</head>', () => `${links.join('\n    ')}\n  </head>`)
}

/** Reserves the connection for the design: `first.ts` loads the scripts once the design is there. Browsers share a
 *  connection evenly among all downloads, in spite of their priorities. */
export function withScriptsLater(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link rel="later" ')
    .replace('<script type="module" ', '<script type="later" ')
}

/** The tags for character set and width. The preload scanner assumes a width of 980 px on a phone until it has read
 *  the second tag, and would fetch the design for that width. */
const howToRead = /<meta charset[^>]*>(?:\s*<meta name="viewport"[^>]*>)?/i

/** Says that `Authorization` belongs to a proxy, so that the page sends its own login in another header. */
export function withProxyLogin(html: string): string {
  return html.replace('<html', '<html data-proxy-login')
}

/** Says how accounts log in, so that no page has to ask for it. */
export function withSignOn(html: string, { name, isOnly }: Pick<SignOnSettings, 'name' | 'isOnly'>): string {
  const attributes = `data-sign-on="${escapeHtml(name)}"${isOnly ? ' data-sign-on-only' : ''}`
  return html.replace('<html', () => `<html ${attributes}`)
}

/** After the tags that say how to read the page. A function as replacement, so that "$&" in a name has no
 *  special meaning. */
function intoHead(html: string, tags: string[]): string {
  return html.replace(howToRead, (first) => [first, ...tags].join('\n    '))
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const points = [...line]
  return points.length <= descriptionLength
    ? line
    : `${points
        .slice(0, descriptionLength - 1)
        .join('')
        .trimEnd()}…`
}

/** The manifest of the build: https://vite.dev/guide/backend-integration */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    isEntry: z.optional(z.boolean()),
    isDynamicEntry: z.optional(z.boolean()),
  }),
)
type Manifest = z.infer<typeof manifestSchema>

const nothing = { scripts: [], styles: [] }

/** The module that every page with data loads: `lazyPageWithData` of the app. */
const dataLayer = 'src/app/data-layer.tsx'

/** The file with the words of the first view in a language; none without a manifest. */
export async function findWords(webDir: string, language: Language): Promise<string[]> {
  const manifest = await readManifest(webDir)
  return Object.entries(manifest ?? {}).flatMap(([key, { file }]) =>
    key.endsWith(`/words/src/compiled/first/${language}.ts`) ? [file] : [],
  )
}

/** The files that the page in `src/pages/{name}/` loads in addition to those of the start page; none without
 *  a manifest. */
export async function findPageModules(
  webDir: string,
  name: string,
): Promise<{ scripts: string[]; styles: string[] }> {
  const manifest = await readManifest(webDir)
  if (manifest === null) return nothing
  const isPage = (key: string) =>
    (key === `src/pages/${name}/${name}-page.tsx` || key === dataLayer) &&
    manifest[key]?.isDynamicEntry === true
  const started = reachable(manifest, (key) => manifest[key]?.isEntry === true)
  const wanted = [...reachable(manifest, isPage)].filter((key) => !started.has(key))
  return {
    scripts: wanted.flatMap((key) => manifest[key]?.file ?? []),
    styles: wanted.flatMap((key) => manifest[key]?.css ?? []),
  }
}

let lastManifest: { text: string; manifest: Manifest } | null = null

/** It is parsed only after a build has changed it, because every page needs it. */
async function readManifest(webDir: string): Promise<Manifest | null> {
  const text = await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8').catch(() => null)
  if (text === null) return null
  if (lastManifest?.text !== text) lastManifest = { text, manifest: manifestSchema.parse(JSON.parse(text)) }
  return lastManifest.manifest
}

function reachable(manifest: Manifest, isStart: (key: string) => boolean): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    manifest[key]?.imports?.forEach(visit)
  }
  Object.keys(manifest).filter(isStart).forEach(visit)
  return seen
}
