import { chromium, type Browser } from 'playwright-core'
import sharp from 'sharp'
import { findBrowser, launchArgs } from './browser'

/** Pixels of eight bits in sRGB: red, green, blue and alpha, row by row. */
export interface Shown {
  width: number
  height: number
  data: Buffer
}

/** Chromium with an sRGB screen, as the judge of how a file looks. */
export class ImageViewer {
  private constructor(readonly browser: Browser) {}

  static async start(): Promise<ImageViewer> {
    const args = [...launchArgs, '--disable-dev-shm-usage', '--force-color-profile=srgb']
    return new ImageViewer(await chromium.launch({ executablePath: await findBrowser(), args }))
  }

  /** The file in an `<img>`, as it is painted. */
  async show(file: Buffer, contentType: string): Promise<Shown> {
    const page = await this.browser.newPage()
    try {
      const source = `data:${contentType};base64,${file.toString('base64')}`
      await page.setContent(`<style>img { position: absolute; inset: 0 }</style><img src="${source}">`)
      const painted = await page.locator('img').screenshot({ omitBackground: true })
      const { data, info } = await sharp(painted).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, data }
    } finally {
      await page.close()
    }
  }

  stop(): Promise<void> {
    return this.browser.close()
  }
}
