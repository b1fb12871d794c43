import { lazy, type ComponentType } from 'react'

/** A page, fetched when it is first opened. */
export function page(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

/** A page that asks the server something, fetched together with what that takes. */
export function pageWithData(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [{ DataLayer }, Page] = await Promise.all([import('./data-layer'), load()])
    const PageWithData = () => (
      <DataLayer>
        <Page />
      </DataLayer>
    )
    return { default: PageWithData }
  })
}
