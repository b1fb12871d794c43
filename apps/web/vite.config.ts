import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { allEndpoints } from '../../packages/shared/src/api/all-endpoints'
import { defineConfig } from 'vite'
import { compileFirst, keepFirstPaint, preloadLatinFont, target } from './vite-plugins'

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
        // Without groups, shared code is split into dozens of files of a few hundred bytes, which compress badly: /project
        // then loads 46 scripts instead of 8, and 12 KB more, and fetches a dozen more once it is idle.
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
            // What is fetched once a page is idle: what opens above it, the review, and what these share.
            {
              name: 'overlays',
              test: /\/(@base-ui|@floating-ui|use-sync-external-store)\/|src\/ui\/(dialog|menu-popup|tooltip-layer|switch|popover)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'review',
              test: /src\/(pages\/project\/review-thread|ui\/step-buttons|features\/(comments\/(kept-note|composer|thread|list\/(draft-rows|search-field)|live\/others-viewing|pictures\/(attach\.|draft-pictures))|canvas\/(drawing\/draw-tools|gestures\/region-handle|pins\/(hover-label|cluster-list))|projects\/description-form|review\/data\/thread-calls|rounds\/(?!verdict-(kinds|form)|api|close)|versions\/(carried-spot|image-crop)))/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'ink',
              test: /icons\/(move-up-right|pen-line)\.mjs|shared\/src\/(strokes(-path)?|design-text|text-limits|api\/designs|entities\/(comparison|design(-lines)?|pages))\.ts|src\/features\/(designs\/design-lines|canvas\/drawing\/strokes)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'fields',
              test: /src\/(ui\/field|lib\/form|features\/projects\/kept-project)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'parts',
              test: /icons\/(arrow-down|image-plus|pencil-line)\.mjs|src\/(lib\/(bytes|closed-link|download|use-moved-focus)|ui\/(clipboard|design-files|sheet-on-mat)|features\/(projects\/(check-image|project-actions)|rounds\/verdict-kinds|versions\/own-versions))\.tsx?/,
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
