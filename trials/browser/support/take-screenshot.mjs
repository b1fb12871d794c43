// Replaces `chromium --headless --screenshot=FILE --window-size=W,H URL` with the Chromium of CHROME_PATH,
// because the one of the npm package was built without that option.
import { chromium } from '@playwright/test'

const values = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=', 2)))
const url = process.argv.at(-1)
const [width, height] = values['--window-size'].split(',').map(Number)

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width, height } })
await page.goto(url)
await page.screenshot({ path: values['--screenshot'] })
await browser.close()
