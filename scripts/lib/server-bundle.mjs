import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './root.mjs'

/** What the built server loads from node_modules: packages with binaries or threads of their own, and that of the database,
 *  which trials replace parts of. Every other package is part of the bundle. */
export const serverPackages = ['@hyzyla/pdfium', 'mongoose', 'sharp', 'tinypool']

/** Bundles programs and workers of the server, each into a file of its own name; what they share is in further files.
 *  @param {{ entries: string[], outdir: string, sourcemap?: boolean }} what paths from apps/api
 *  @throws when a file cannot be bundled, after the reason is printed */
export async function bundleServer({ entries, outdir, sourcemap = false }) {
  await build({
    absWorkingDir: join(root, 'apps/api'),
    entryPoints: entries,
    outdir,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap,
    external: serverPackages,
    alias: Object.fromEntries(
      ['shared', 'follow', 'words'].map((name) => [`@pinmark/${name}`, join(root, 'packages', name, 'src')]),
    ),
    // Gives the CommonJS packages the `require` that they load Node's own modules with.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  })
}
