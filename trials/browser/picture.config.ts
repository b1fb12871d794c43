import type { PlaywrightTestConfig } from '@playwright/test'
import config from './playwright.config'

/** `npm run picture`: draws the pictures of the README from the running product. Not a trial. */
const { projects: _projects, ...rest } = config
const pictures: PlaywrightTestConfig = { ...rest, testDir: 'picture', testMatch: '*.ts', timeout: 180_000 }
export default pictures
