import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@pinmark/client/client'
import type { Camera, Picture } from '@pinmark/capture/capture'
import { listPages } from '@pinmark/shared/api/designs'
import { CodedError } from '@pinmark/shared/coded-error'
import { bareName, designTitleOf } from '@pinmark/shared/design-name'
import { readRanges } from '@pinmark/shared/entities/export'
import { limits } from '@pinmark/shared/limits'
import { textLimits } from '@pinmark/shared/text-limits'
import { Refusal, warn } from './output'

/** A picture that becomes a design or a version of one: a file, a page of a PDF, or a captured page. */
export interface Item {
  /** As it was named by the person. */
  readonly label: string
  /** The name of a file, which decides its design. */
  readonly fileName: string
  /** The page of a PDF with several. */
  readonly page?: number
  /** @throws Refusal */
  readonly read: () => Promise<Content>
}

export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The text in a captured page. The server reads that of files itself. */
  readonly lines?: Picture['lines']
}

export const itemOptions = {
  name: { type: 'string' },
  pages: { type: 'string' },
  widths: { type: 'string', default: '1440' },
  profile: { type: 'string' },
} as const

export const itemHelp = `  --name NAME             instead of the name of the one file or page
  --pages 1-3,7           the pages of a PDF. Default: all
  --widths 1440,390       the widths of a captured page in CSS pixels. Default: 1440
  --profile FOLDER        a profile of Chromium that is logged in to the page`

interface Choice {
  readonly name?: string | undefined
  readonly pages?: string | undefined
  readonly widths: string
}

interface Sources {
  readonly client: Client
  /** Starts Chromium at the first call. */
  readonly camera: () => Promise<Camera>
}

/** A large window, and a small watch. */
const widthsPx = { min: 200, max: 4_000 }

/** The items behind the arguments of a command, each with a name of its own.
 *  @throws Refusal */
export async function itemsOf(named: readonly string[], choice: Choice, sources: Sources): Promise<Item[]> {
  const items: Item[] = []
  for (const argument of named) {
    if (isAddress(argument)) items.push(...pagesAt(argument, choice, sources))
    else if (await isFolder(argument)) {
      for (const path of await filesIn(argument)) items.push(...(await itemsOfFile(path, choice, sources)))
    } else items.push(...(await itemsOfFile(argument, choice, sources)))
  }
  if (items.length === 0) {
    const { pages } = choice
    const why = pages === undefined ? '' : ` --pages ${pages} chooses none. It takes numbers such as 1-3,7.`
    throw new Refusal(`There is no picture to send.${why}`)
  }
  if (choice.name !== undefined && named.length > 1) throw new Refusal('--name is for one file or page.')
  checkNames(items)
  return items
}

function isAddress(argument: string): boolean {
  return /^(?:https?|file):\/\//i.test(argument) && URL.canParse(argument)
}

async function isFolder(path: string): Promise<boolean> {
  return (await orRefuse(path, stat(path))).isDirectory()
}

async function orRefuse<T>(path: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    const hint = /^[\w.-]+:\d+(?:\/|$)/.test(path) ? ' An address begins with http:// or https://.' : ''
    throw new Refusal(`${path} cannot be read.${hint}`, { cause })
  }
}

/** The pictures of a folder, by name, without hidden files and folders.
 *  @throws Refusal */
export async function filesIn(folder: string): Promise<string[]> {
  const names = (await orRefuse(folder, readdir(folder))).filter((name) =>
    /^[^.].*\.(?:png|jpe?g|webp|avif|gif|svg|pdf)$/is.test(name),
  )
  return names.sort().map((name) => join(folder, name))
}

async function itemsOfFile(path: string, { name, pages }: Choice, { client }: Sources): Promise<Item[]> {
  const ending = /\.\w{1,5}$/.exec(path)?.[0] ?? ''
  // A form cannot carry control characters in a name.
  const fileName = (name === undefined ? basename(path) : `${name}${ending}`).replace(/\p{Cc}+/gu, ' ')
  const read = async () => new Uint8Array(await orRefuse(path, readFile(path)))
  const item = { label: path, fileName, read: async () => ({ bytes: await read() }) }
  if (ending.toLowerCase() !== '.pdf') return [item]

  const form = new FormData()
  form.append('image', new File([await read()], fileName))
  const { count } = await client.call(listPages, { form })
  const isChosen = pages === undefined ? () => true : readRanges(pages)
  const chosen = Array.from({ length: count }, (_, index) => index + 1).filter(isChosen)
  if (count === 1) return [item]
  return chosen.map((page) => ({ ...item, label: `${path} (page ${page})`, page }))
}

/** A page at each of the widths. It is named after its path, so that a page has one design wherever it is served. */
function pagesAt(url: string, { name, widths }: Choice, { camera }: Sources): Item[] {
  const sizes = widths.split(',').map(Number)
  if (!sizes.every((px) => Number.isInteger(px) && px >= widthsPx.min && px <= widthsPx.max))
    throw new Refusal(`Widths are whole numbers from ${widthsPx.min} to ${widthsPx.max}, such as 1440,390.`)
  const shown = withoutPassword(url)
  return sizes.map((width) => {
    const title = `${name ?? nameOfPage(url)}${sizes.length > 1 ? ` ${width}` : ''}`
    return {
      label: sizes.length > 1 ? `${shown} (${width} px)` : shown,
      fileName: `${title}.png`,
      read: async () => {
        const { maxPixels, maxSidePx } = limits.image
        const maxHeight = Math.min(maxSidePx, Math.floor(maxPixels / width))
        const shot = { url, width, maxHeight, text: textLimits }
        const { png, lines, cutAt } = await (await camera()).capture(shot)
        if (cutAt !== null) warn(`${shown} is taller than ${cutAt} px. The picture ends there.`)
        return { bytes: new Uint8Array(png), lines }
      },
    }
  })
}

/** What is printed ends up in the logs of a CI. */
function withoutPassword(url: string): string {
  const { username, password } = new URL(url)
  return username === '' && password === '' ? url : url.replace(/\/\/[^/?#]*@/, '//')
}

function nameOfPage(url: string): string {
  const { protocol, pathname } = new URL(url)
  const path = protocol === 'file:' ? basename(fileURLToPath(url)) : decodePath(pathname)
  const words = path
    .replace(/\.html?$/i, '')
    .split('/')
    .filter((word) => word !== '')
  return words.join(' ') || 'home'
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A stray % is part of the name.
    return path
  }
}

/** The title that the item has if it becomes a new design. */
export function titleOf({ fileName, page }: Item): string {
  return designTitleOf(fileName, page)
}

/** What is said about an item that was not taken.
 *  @throws the error, if it is not about this item */
export function refusalOf({ label }: Item, error: unknown) {
  const isRefused = error instanceof CodedError && error.code !== 'session_ended'
  if (!isRefused && !(error instanceof Refusal)) throw error
  const code = isRefused && { code: String(error.code) }
  return { file: label, status: 'refused' as const, error: error.message, ...code }
}

/** Two items of one name would take the place of each other when they are sent again. */
function checkNames(items: readonly Item[]): void {
  const seen = new Map<string, Item>()
  for (const item of items) {
    const name = bareName(titleOf(item))
    const other = seen.get(name)
    if (other)
      throw new Refusal(
        `${other.label} and ${item.label} have the same name, apart from endings such as "v2". Send them one by one, with --name.`,
      )
    seen.set(name, item)
  }
}
