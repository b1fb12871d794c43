import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'

interface FetchedPage {
  (): ReactNode
  /** Fetches it before it is drawn: it is there in the first frame then. */
  fetchAhead: () => Promise<unknown>
}

/** A page, fetched when it is first opened. */
export function page(load: () => Promise<ComponentType>): FetchedPage {
  let loaded: ComponentType | null = null
  const fetchAhead = async () => (loaded ??= await load())
  const later = lazy(async () => ({ default: await fetchAhead() }))
  // React's `lazy` would show its fallback even for what is here, and then for 300 ms at least.
  const Page = () => createElement(useState<ComponentType>(() => loaded ?? later)[0])
  return Object.assign(Page, { fetchAhead })
}

/** A page that asks the server something, fetched together with what that takes. */
export function pageWithData(load: () => Promise<ComponentType>): FetchedPage {
  return page(async () => {
    const [{ DataLayer }, Page] = await Promise.all([import('./data-layer'), load()])
    return () => (
      <DataLayer>
        <Page />
      </DataLayer>
    )
  })
}
