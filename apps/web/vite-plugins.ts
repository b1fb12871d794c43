/** What the first view of a page needs beyond its modules: its font, a script, and its first paint. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, runnerImport, type Plugin } from 'vite'

type FirstPaint = typeof import('./src/app/first-paint')

/** The oldest JavaScript that the supported browsers understand. */
export const target = 'es2022'

/** Most pages need the Latin letters at once. Other alphabets are loaded when a page contains such a letter. */
export function preloadLatinFont(): Plugin {
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
export function compileFirst(): Plugin {
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
export function keepFirstPaint(): Plugin {
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
