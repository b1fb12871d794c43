import lighthouse from 'lighthouse'
import { askedScoresSchema, categories, scoresSchema } from '../lighthouse'
import { answerEach } from './answer'

/** The event stream stays open, and Lighthouse would wait for its end. Lighthouse loads the page at full
 *  speed and calculates the slow connection, so this is many times the needed time. */
const longestWaitMs = 4_000

answerEach(askedScoresSchema, async ({ url, port }) => {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    maxWaitForLoad: longestWaitMs,
    // Only for the report, and it would wait for the end of the event stream again.
    disableFullPageScreenshot: true,
  })
  const found = result?.lhr.categories ?? {}
  return scoresSchema.parse(Object.fromEntries(categories.map((name) => [name, found[name]?.score])))
})
