import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { allEndpoints } from '../../packages/shared/src/api/all-endpoints'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, defineConfig, runnerImport, type Plugin } from 'vite'

type FirstPaint = typeof import('./src/app/first-paint')

const target = 'es2022'
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadLatinFont(), compileFirst(), keepFirstPaint()],
  build: {
    target,
    // Tailwind asks for these anyway.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    // Nothing may be inlined into the page, because its security policy allows no `data:` fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Lists the files of each page for the size checks of `npm run test:all`.
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
              test: /index\.html|words\/src\/(?!compiled|say-errors)|src\/(main|lib\/(announce|answer|api|format|language|session|storage|store)|ui\/(button|error-strip|use-window-event))\.tsx?$|icons\/(chevron-down|eye(-off)?)\.mjs$/,
            },
            // Shared by the pages that load data. It must contain nothing that the login page loads, or that
            // page would load all of it.
            {
              name: 'data',
              test: /features\/(review\/data\/use-all-comments|projects\/use-project)\.tsx?$|shared\/src\/(spot-on|comment-filter|image-path|api\/images)\.ts|lib\/(clock|instance)\.ts/,
            },
            // Shared by the dashboard and the project page.
            {
              name: 'controls',
              test: /src\/(ui\/(menu(-item)?|radio-group|reading-direction|rich|signs|use-delayed|use-last-opened)|lib\/kept-texts|features\/(projects\/project-failed|review\/keys))\.tsx?$|icons\/(check|ellipsis|link|search)\.mjs$/,
              includeDependenciesRecursively: false,
            },
            // The session of an open project, shared by its page and the parts that are fetched later.
            {
              name: 'session',
              test: /src\/(lib\/(expanded|press|edge-pan)|features\/canvas\/(zoom\/view-store|gestures\/nudge))\.ts|src\/features\/review\/(?!drafts\/(upload|kept)|data\/thread|keys)|shared\/src\/(api\/(comments|live)|events|entities\/comment-requests)\.ts/,
              includeDependenciesRecursively: false,
            },
            // What opens above a page, the dialogs, the review, and what these share: one file each.
            {
              name: 'overlays',
              test: /\/(@base-ui|@floating-ui|use-sync-external-store)\/|src\/ui\/(dialog|menu-popup|tooltip-layer|switch|popover)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialogs',
              test: /src\/(app\/keyboard-help-dialog|ui\/copy-field|features\/(projects\/(rename|delete)-dialog|sharing\/(link-access|share-dialog)))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'review',
              test: /src\/(pages\/project\/review-thread|ui\/step-buttons|features\/(comments\/(kept-note|composer|thread|list\/(draft-rows|search-field)|live\/others-viewing|pictures\/(attach\.|draft-pictures))|canvas\/(drawing\/draw-tools|gestures\/region-handle|pins\/(hover-label|cluster-list))|projects\/description-form|review\/data\/thread-calls|rounds\/(?!verdict-(kinds|form)|api|close)|versions\/(carried-spot|image-crop)))/,
              includeDependenciesRecursively: false,
            },
            // What draws strokes and quotes the design: shared by the review, Compare and the report.
            {
              name: 'ink',
              test: /icons\/(move-up-right|pen-line)\.mjs|shared\/src\/(strokes(-path)?|design-text|text-limits|api\/designs|entities\/(comparison|design(-lines)?|pages))\.ts|src\/features\/(designs\/design-lines|canvas\/drawing\/strokes)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'parts',
              test: /icons\/(arrow-down|image-plus|pencil-line)\.mjs|src\/(lib\/(bytes|closed-link|download|use-moved-focus)|ui\/(clipboard|design-files|sheet-on-mat)|features\/(projects\/(check-image|project-actions)|rounds\/verdict-kinds|versions\/own-versions))\.tsx?/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'fields',
              test: /src\/(ui\/field|lib\/form|features\/projects\/kept-project)\.tsx?$/,
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

/** Renders the template of the first paint from components of the app, in each language. The server fills it in, and does
 *  not serve its folder. */
function keepFirstPaint(): Plugin {
  return {
    name: 'keep-first-paint',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<FirstPaint>(pathTo('src/app/first-paint.tsx'), {
        mode: 'production',
        // Vitest leaves packages to Node, which does not read TypeScript.
        resolve: {
          alias: ['shared', 'words'].map((name) => ({
            find: `@pinmark/${name}`,
            replacement: pathTo(`../../packages/${name}/src`),
          })),
        },
      })
      for (const [language, source] of module.firstPaints) {
        this.emitFile({ type: 'asset', fileName: `.server/first-paint.${language}.html`, source })
      }
    },
  }
}

function pathTo(file: string): string {
  return join(import.meta.dirname, file)
}
