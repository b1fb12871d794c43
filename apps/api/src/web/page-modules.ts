import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@pinmark/words/languages'
import * as z from 'zod/mini'

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
