import type { ComponentType } from 'react'
import { fetchedPart } from '../ui/lazy-part'

/** A page, fetched when it is first opened. */
export const page = fetchedPart<object>

/** A page that loads data, fetched together with the data layer. */
export function pageWithData(load: () => Promise<ComponentType>) {
  return page(async () => {
    const [{ DataLayer }, Page] = await Promise.all([import('./data-layer'), load()])
    return () => (
      <DataLayer>
        <Page />
      </DataLayer>
    )
  })
}
