import { letOthersIn } from '../../base/let-others-in'

/** A few milliseconds of work. */
const pagesATurn = 100

/** Sends something to many pages. Requests are served in between, because a crowded project has thousands of pages.
 *  Pages that open meanwhile are left out. */
export async function tellPages<Page>(pages: Iterable<Page>, tell: (page: Page) => void): Promise<void> {
  for (const [index, page] of [...pages].entries()) {
    if (index > 0 && index % pagesATurn === 0) await letOthersIn()
    tell(page)
  }
}
