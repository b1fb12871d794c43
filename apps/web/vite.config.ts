import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { allEndpoints } from '../../packages/shared/src/api/all-endpoints'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, defineConfig, runnerImport, type Plugin } from 'vite'

type FirstPaint = typeof import('./src/app/first-paint')

const target = 'es2022'
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000'

/** What a reviewer opens on a design: composer, threads, small popups. Nothing that the page shows at first. */
const reviewParts = new RegExp(
  `src/(pages/project/(review-thread|versions/spot)|features/(${[
    'canvas/(gestures/region-handle|pins/(hover-label|cluster-list))',
    'comments/kept-note',
    'review/(data/use-agree|drafts/(fields-of|use-reply-drafts))',
    'comments/composer/(composer|composer-form|place-on-phone|popup|use-.+)',
    'comments/list/(draft-rows|search-field|resolve-picked)',
    'comments/live/others-viewing',
    'comments/pictures/(attach-button|draft-pictures|picture-notice|use-attach)',
    'comments/thread/(agree|edit-form|kept-(reply|text)|messages?|reply-form|thread|thread-bar|thread-popup|waiting-message)',
    'projects/description-form',
    'rounds/(change-since|verdict-form|verdict-list)',
    'versions/(carried-spot|image-crop)',
  ].join('|')}))\\.tsx?$`,
)

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadLatinFont(),
    compileFirst(),
    keepFirstPaint(),
    dropRequestSchemas(),
    dropUnnamedCodes(),
    shrinkRouter(),
    dropIconKeys(),
  ],
  build: {
    target,
    // Tailwind asks for these anyway.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // Nothing may be inlined into the page, because its security policy allows no `data:` fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Lists the files of each page for the size checks of `npm test`.
    manifest: true,
    rolldownOptions: {
      output: {
        // Without groups, shared code is split into a dozen files of a few hundred bytes, which compress
        // badly: /project then loads 2.5 KB more.
        codeSplitting: {
          groups: [
            // The start of every page, with what the login page needs from the server.
            {
              name: 'start',
              test: /index\.html|src\/(main|lib\/(announce|api|line|session|storage)|ui\/(button|error-strip))\.tsx?$|icons\/eye(-off)?\.mjs$/,
            },
            // Shared by parts of the project page that are fetched ahead.
            {
              name: 'parts',
              test: /icons\/(image-plus|rotate-ccw)\.mjs|src\/(lib\/(bytes|now|download|link-address|use-moved-focus)|ui\/(avatar|clipboard|use-copy-link|use-file-arrival|design-files)|pages\/project\/versions\/own-versions|features\/(review\/data\/place-comment|projects\/(check-image|action-error)))\.tsx?/,
              includeDependenciesRecursively: false,
            },
            // Shared by the dashboard and the project page, or by the latter and its parts.
            {
              name: 'controls',
              test: /src\/(ui\/(menu|tag|use-delayed|pin)|lib\/(all-resolved|kept-texts|use-leave-warning)|features\/(review\/pin-model|projects\/project-failed))\.tsx?$|icons\/(chevron-down|ellipsis|link|search)\.mjs$/,
              includeDependenciesRecursively: false,
            },
            // Shared by the pages that load data. It must contain nothing that the login page loads, or that
            // page would load all of it.
            {
              name: 'data',
              test: /features\/(review\/(data\/use-(change-comment|all-comments)|drafts\/find-message)|comments\/list\/later-comments-failed|projects\/api\/use-project)\.ts|shared\/src\/(spot-on|comment-filter|design-label|image-path|api\/images)\.ts|lib\/(clock|instance)\.ts/,
            },
            // Fetched ahead by the project page: what opens above a page, the dialogs, and the review. One file
            // each, because a dozen small ones cost a browser and the server more than their bytes.
            {
              name: 'overlays',
              test: /\/(@base-ui|@floating-ui|use-sync-external-store)\/|src\/ui\/(dialog|dialog-form|alert-dialog|menu-popup|tooltip-layer|switch|use-popover)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialogs',
              test: /src\/(app\/keyboard-(keys|help-dialog)|ui\/copy-field|features\/(projects\/((rename|delete)-dialog|api\/use-(change|delete)-project)|sharing\/(link-access|share-dialog)))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'review',
              test: reviewParts,
              includeDependenciesRecursively: false,
            },
            {
              name: 'fields',
              test: /src\/(ui\/(field|text-input|text-area)|lib\/field-error)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(apiPrefixes().map((prefix) => [`^${prefix}(/|\\?|$)`, apiOrigin])),
  },
})

/** `/projects`, `/users` and so on: the first segment of every address of the API. */
function apiPrefixes(): string[] {
  return [...new Set(Object.values(allEndpoints).map(({ path }) => `/${path.split('/')[1]}`))]
}

/** Most pages need the Latin letters at once. Other alphabets are loaded when a page contains such a letter. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        if (!font) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Compiles `src/first.ts` with its imports into a plain script, which the page loads before its modules. Its name
 *  changes with its content, so that a browser keeps it: a question to the server would delay every first paint by a
 *  round trip. In development it is compiled for each page. */
function compileFirst(): Plugin {
  return {
    name: 'compile-first',
    async generateBundle() {
      const source = await firstScript()
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      this.emitFile({ type: 'asset', fileName: `assets/first/${hash}.js`, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => name.startsWith('assets/first/'))
        return file ? html.replace('/first.js', `/${file}`) : html
      },
    },
    configureServer({ middlewares }) {
      middlewares.use('/first.js', (_req, res, next) => {
        res.setHeader('Content-Type', 'text/javascript')
        firstScript().then((script) => res.end(script), next)
      })
    },
  }
}

async function firstScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: { target, write: false, rolldownOptions: { input: 'src/first.ts', output: { format: 'iife' } } },
  })
  if (!('output' in built)) throw new Error('first.ts was not built once.')
  return built.output[0].code
}

/** Renders the template of the first paint from components of the app. The server fills it in, and does not
 *  serve its folder. */
function keepFirstPaint(): Plugin {
  return {
    name: 'keep-first-paint',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<FirstPaint>(pathTo('src/app/first-paint.tsx'), {
        mode: 'production',
        // Vitest leaves packages to Node, which does not read TypeScript.
        resolve: { alias: { '@pinmark/shared': pathTo('../../packages/shared/src') } },
      })
      const source = module.renderFirstPaint()
      this.emitFile({ type: 'asset', fileName: '.server/first-paint.html', source })
    },
  }
}

/** Removes request schemas from contracts, because the web app leaves the validation of requests to the
 *  server. */
function dropRequestSchemas(): Plugin {
  return {
    name: 'drop-request-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/shared\/src\/api\/[\w-]+\.ts$/ },
      handler: (code) => code.replace(/^  (access|action|scope|headers|query|body|upload): .*,$/gm, ''),
    },
    enforce: 'pre',
  }
}

/** Removes error codes that the page does not name, in full or by their beginning (`code.startsWith('text_')`). The
 *  server sends its sentence with every refusal, and the page handles unknown codes by status, as with a newer
 *  server. */
function dropUnnamedCodes(): Plugin {
  return {
    name: 'drop-unnamed-codes',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/shared\/src\/messages\.ts$/ },
      async handler(code) {
        const byPage = await findWords('src', wordAfterQuoteOrDot)
        const beginnings = [...(await findWords('src', /\bcode\.startsWith\('(\w+)'\)/g))]
        const bySchemas = await findWords('../../packages/shared/src', wordAfterQuoteOrDot)
        const isNamed = (name: string) =>
          byPage.has(name) ||
          beginnings.some((beginning) => name.startsWith(beginning)) ||
          (bySchemas.has(name) && isOfField(name))
        return code.replace(
          /^ {2}(\w+): \{\s*status: \d+,\s*text:\s*(?:'[^'\n]*'|"[^"\n]*"),?\s*\},$/gm,
          (line, name: string) => (isNamed(name) ? line : ''),
        )
      },
    },
    enforce: 'pre',
  }
}

/** The package of the router exports its development files only. This removes what the app does not need: the
 *  warnings, the preloading of links in framework mode, and what prevents the removal of unused components. */
function shrinkRouter(): Plugin {
  return editPackage('shrink-router', /\/react-router\/dist\/development\/[\w-]+\.mjs$/, [
    [/var ENABLE_DEV_WARNINGS = true;/, 'var ENABLE_DEV_WARNINGS = false;'],
    [/return shouldPrefetch && !isAbsolute \?/, 'return false ?'],
    [/^\w+\.displayName = .*;$/gm, ''],
    [/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1'],
    [/= (React\d*\.createContext\()/g, '= /* @__PURE__ */ $1'],
  ])
}

/** Each line of an icon has a random key, which only React's development build needs, because the lines never
 *  change. */
function dropIconKeys(): Plugin {
  return editPackage('drop-icon-keys', /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/, [
    [/, key: "\w+"/g, ''],
  ])
}

/** Replaces patterns in the files of a package. A pattern that matches nowhere stops the build, because a new
 *  version of the package needs another one. */
function editPackage(name: string, files: RegExp, edits: [pattern: RegExp, replacement: string][]): Plugin {
  const unmatched = new Set(edits.map(([pattern]) => pattern))
  return {
    name,
    apply: 'build',
    transform: {
      filter: { id: files },
      handler: (code) =>
        edits.reduce((edited, [pattern, replacement]) => {
          const result = edited.replace(pattern, replacement)
          if (result !== edited) unmatched.delete(pattern)
          return result
        }, code),
    },
    buildEnd(error) {
      if (error || unmatched.size === 0) return
      this.error(
        `No file that matches ${files} contains ${[...unmatched].join(' or ')}. Update apps/web/vite.config.ts.`,
      )
    },
  }
}

/** Codes for invalid input in forms, which are shown beside a field. The other codes of shared schemas
 *  concern requests that no form sends. */
function isOfField(code: string): boolean {
  return /_(?:required|too_long|too_short|characters)$|^email_/.test(code)
}

function pathTo(file: string): string {
  return join(import.meta.dirname, file)
}

const wordAfterQuoteOrDot = /['.](\w+)\b/g

/** The words that a pattern captures in the source files of a folder. */
async function findWords(folder: string, pattern: RegExp): Promise<Set<string>> {
  const words = new Set<string>()
  const root = pathTo(folder)
  for (const file of await readdir(root, { recursive: true })) {
    if (!/\.tsx?$/.test(file) || /(^|\/)messages\.ts$|\.test\.tsx?$/.test(file)) continue
    const source = await readFile(join(root, file), 'utf8')
    for (const [, word = ''] of source.matchAll(pattern)) words.add(word)
  }
  return words
}
