import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findChromium } from '@pinmark/capture/find-chromium'

/** For containers: no sandbox, no background network requests. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser for tests: CHROME_PATH; on Linux x64 the one in an npm package with a pinned version, so that
 *  everyone tests with the same; elsewhere Playwright's own or one of the system.
 *  @throws if there is none, with the list of choices */
export async function findBrowser(): Promise<string> {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return chosen
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  return findChromium()
}

/** The browser of the package, unpacked once per machine. If the system lacks libraries, the package has its own
 *  set. */
async function packagedBrowser(): Promise<string> {
  const folder = join(tmpdir(), `pinmark-chromium-${process.getuid?.() ?? 0}-147.0.0`)
  const path = join(folder, 'chromium')
  if (!existsSync(path)) await unpackInto(folder)
  process.env['FONTCONFIG_PATH'] ??= join(folder, 'fonts')
  if (lacksLibraries(path)) {
    const searchPath = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']]
    process.env['LD_LIBRARY_PATH'] = searchPath.filter(Boolean).join(delimiter)
  }
  return path
}

/** The package accepts any file at its target as the whole browser, also an unfinished one. So it unpacks
 *  into a separate folder, which is renamed when it is complete. */
async function unpackInto(folder: string): Promise<void> {
  const own = await mkdtemp(`${folder}-`)
  const program = "import c from '@sparticuz/chromium'; await c.executablePath()"
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  })
  const fonts = join(own, 'fonts', 'fonts.conf')
  const settings = await readFile(fonts, 'utf8')
  await writeFile(fonts, settings.replaceAll('/tmp/fonts', join(folder, 'fonts')))
  try {
    await rename(own, folder)
  } catch (error) {
    // Another process was faster.
    await rm(own, { recursive: true, force: true })
    if (!existsSync(join(folder, 'chromium'))) throw error
  }
}

function lacksLibraries(path: string): boolean {
  return execFileSync('ldd', [path], { encoding: 'utf8' }).includes('not found')
}
