import type { ComponentType } from 'react'
import { lazyComponent } from '../ui/lazy-component'

/** A page, fetched when it is first opened. */
export const lazyPage = lazyComponent<object>

/** A page that loads data, fetched together with the data layer. */
export function lazyPageWithData(load: () => Promise<ComponentType>) {
  return lazyPage(async () => {
    const [{ DataLayer }, Page] = await Promise.all([import('./data-layer'), load()])
    return () => (
      <DataLayer>
        <Page />
      </DataLayer>
    )
  })
}
