import type { ComponentType } from 'react'
import { fetchedPart } from '../ui/lazy-part'

/** A page, fetched when it is first opened. */
export const page = fetchedPart<object>

/** A page that asks the server something, fetched together with what that takes. */
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
